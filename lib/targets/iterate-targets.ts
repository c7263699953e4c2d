import { listAllTargets, listTargetsOfAccount, type NamedTarget } from "./queries";

export type { NamedTarget };

/**
 * Where the short URLs of an account lead, or for the operator those of all, some at a time, so that a slow reader
 * holds no connection. Each code is read once, as it is then.
 *
 * @param accountId null: of all accounts.
 */
export async function* iterateTargets(
  accountId: string | null,
  signal?: AbortSignal,
): AsyncGenerator<NamedTarget[]> {
  let last = { createdAt: new Date(0), codeId: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    signal?.throwIfAborted();
    const rows = await (accountId === null
      ? listAllTargets(last.codeId)
      : listTargetsOfAccount(accountId, last));
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.map(({ createdAt: _, ...target }) => target);
    last = end;
  }
}
