import { createHash } from "node:crypto";
import type { Caller } from "@/lib/accounts/schema";
import { renderPicture } from "@/lib/pictures";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Scannability } from "@/lib/qr/schema";
import { payloadOf } from "./draft";
import { getRow } from "./read";

/** The same pixels get the same grade everywhere, so that one is kept for as long as there is room. */
const grades = oncePerProcess("code-grades", () => new Map<string, Scannability | null>());
const mostGrades = 2_000;

/**
 * How well a stored code reads, as its finished picture shows; null where that does not give its content back, or where the
 * rules of today refuse what it holds. Throws `not_found`; `unavailable`.
 */
export async function gradeCode(caller: Caller, id: string): Promise<Scannability | null> {
  const { type, content, shortCode, slug, host, settings } = await getRow(caller, id);
  const payload = await orNull(() => payloadOf({ type, content, shortCode, slug, host }));
  if (payload === null) return null;
  const key = createHash("sha256")
    .update(JSON.stringify([payload, settings]))
    .digest("base64url");
  const known = grades.get(key);
  if (known !== undefined) return known;
  const request = { owner: caller.accountId, payload, settings, format: "png", grade: true } as const;
  const grade = await orNull(async () => (await renderPicture(request)).scannability ?? null);
  keep(key, grade);
  return grade;
}

/** What is refused for what it is gives null; what could not be told now is thrown. */
async function orNull<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof ServiceError) || fault.code === "unavailable") throw fault;
    return null;
  }
}

function keep(key: string, grade: Scannability | null): void {
  grades.set(key, grade);
  const [oldest] = grades.keys();
  if (grades.size > mostGrades && oldest !== undefined) grades.delete(oldest);
}
