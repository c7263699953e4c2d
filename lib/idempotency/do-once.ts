import { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import type { BeforeCommit } from "@/lib/platform/db";
import { requireValid } from "@/lib/platform/require-valid";
import { keepAnswer } from "./answer";
import { claimRequest } from "./claim";
import { releaseRequest } from "./release";

const keySchema = z.object({ key: z.string().regex(/^[\w-]{8,255}$/) });

/** A form of our own page that may come again. */
interface RepeatableForm {
  caller: Pick<Caller, "accountId" | "environment">;
  /** What it makes: the same key elsewhere is another key. */
  name: string;
  /** As the page sent it, unjudged. */
  key: unknown;
  /** What was entered. */
  fields: object;
}

/**
 * Makes what a form asks for once: one that comes again after a lost answer is given what came of it the first time.
 * What fails is forgotten, so that the next one runs. Throws `idempotency_in_progress`, and `idempotency_key_reused` for
 * what was changed since.
 *
 * @param work keeps `present`'s answer in the transaction that makes it, by the function that it is given.
 */
export async function doOnce<M, T>(
  { caller: { accountId, environment }, name, key, fields }: RepeatableForm,
  present: (made: M) => T,
  work: (keep: BeforeCommit<M>) => Promise<M>,
): Promise<T> {
  const known = requireValid(keySchema, { key }, "form").key;
  const bytes = Buffer.from(JSON.stringify(fields));
  const claim = await claimRequest({
    accountId,
    environment,
    owner: null,
    address: `form ${name}`,
    key: known,
    bytes,
  });
  if (claim.state === "answered") return JSON.parse(claim.answer.body ?? "null") as T;
  try {
    return present(
      await work((tx, made) =>
        keepAnswer(tx, claim.lease, { status: 201, headers: {}, body: JSON.stringify(present(made)) }),
      ),
    );
  } catch (fault) {
    await releaseRequest(claim.lease);
    throw fault;
  }
}
