"use server";

import { refresh } from "next/cache";
import type { FoundDomain } from "@/components/domains/actions";
import { additionMessages, deletionMessages, domainMessages } from "@/components/domains/messages";
import { type Answer, readFields } from "@/components/ui/form/answer";
import type { Caller } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { addDomain, changeDomain, deleteDomain, getConsoleDomain, verifyDomain } from "@/lib/domains";
import { type Domain, domainChangeSchema, newDomainSchema } from "@/lib/domains/schema";
import { doOnce } from "@/lib/idempotency";
import { ServiceError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/validation";
import { answerAction, answerForm } from "../../answer-form";

// Each asks by itself who is signed in. Every plan has these pages, by the dashboard or by the console; what a plan holds is
// judged by the domain, which finds hosts among that account's alone.

async function requireCaller(): Promise<Caller> {
  return callerOf(await requireSession());
}

export async function addOwnDomain(_: unknown, data: FormData): Promise<Answer<{ id: string }>> {
  const read = () => ({ host: (readFields(data).host ?? "").trim() });
  return answerForm(read, additionMessages, async (fields) => {
    const { key } = readFields(data);
    const caller = await requireCaller();
    const input = requireValid(newDomainSchema, fields, "form");
    const added = await doOnce({ caller, name: "new domain", key, fields }, presentAdded, (keep) =>
      addDomain(caller, input, keep),
    );
    refresh();
    return added;
  });
}

export async function verifyOwnDomain(_: unknown, data: FormData): Promise<Answer<FoundDomain>> {
  return answerAction(domainMessages, async () => {
    const { id = "" } = readFields(data);
    try {
      const caller = await requireCaller();
      await verifyDomain(caller, id);
      const { status, findings, pointsHere } = await getConsoleDomain(caller, id);
      return { status, findings, pointsHere };
    } finally {
      // What was found is kept, even where the host is taken.
      refresh();
    }
  });
}

export async function changeAddresses(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => {
    const { rootUrl, notFoundUrl, expiredUrl } = readFields(data);
    return {
      rootUrl: asAddress(rootUrl),
      notFoundUrl: asAddress(notFoundUrl),
      expiredUrl: asAddress(expiredUrl),
    };
  };
  return answerForm(read, domainMessages, async (fields) => {
    const { id = "" } = readFields(data);
    await changeDomain(await requireCaller(), id, requireValid(domainChangeSchema, fields, "form"));
    refresh();
    return null;
  });
}

export async function setDefaultDomain(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerAction(domainMessages, async () => {
    const { id = "", isDefault } = readFields(data);
    await changeDomain(await requireCaller(), id, { isDefault: isDefault === "true" });
    refresh();
    return null;
  });
}

export async function removeDomain(_: unknown, data: FormData): Promise<Answer<null>> {
  // Only a form that asks where the codes go has a place for its fault.
  const read = () => {
    const { moveTo } = readFields(data);
    return moveTo === undefined ? {} : { moveTo };
  };
  return answerForm<{ moveTo?: string }, null>(read, deletionMessages, async ({ moveTo }) => {
    const { id = "" } = readFields(data);
    try {
      await deleteDomain(await requireCaller(), id, moveTo);
      return null;
    } catch (error) {
      throw nameStuckPaths(error);
    } finally {
      // Also where it is refused: the dialog then asks where the codes go that are on it by now.
      refresh();
    }
  });
}

/** Short links that are named of those that can't move. */
const mostNamed = 5;

/** A move that is refused with a detail for each short link, as one sentence that names them. */
function nameStuckPaths(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== "slug_taken") return error;
  const paths = (error.details ?? []).flatMap(({ path }) => (typeof path === "string" ? [path] : []));
  // Details are 100 at most; the first one has the number of all.
  const count = Number(error.details?.[0]?.count ?? paths.length);
  const named = paths.slice(0, mostNamed);
  const more = count > named.length ? ` and ${count - named.length} more` : "";
  const message = `Nothing is deleted. These short links are taken or not allowed there: ${named.join(", ")}${more}. Change them first, or choose another place`;
  return new ServiceError("slug_taken", message);
}

const presentAdded = ({ id }: Pick<Domain, "id">) => ({ id });

/** An empty field takes the address away. */
const asAddress = (text: string | undefined): string | null => text?.trim() || null;
