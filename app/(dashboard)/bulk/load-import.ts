import { cache } from "react";
import { callerOf, requireSession } from "@/lib/auth";
import { getImport } from "@/lib/imports";
import type { Import } from "@/lib/imports/schema";
import { ServiceError } from "@/lib/platform/errors";

/** An import of the signed-in user, read once for a request; null for another user's. */
export const findImport = cache(async (id: string): Promise<Import | null> => {
  const session = await requireSession();
  try {
    return await getImport(callerOf(session), id);
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code === "not_found") return null;
    throw fault;
  }
});
