import type { Caller } from "@/lib/accounts/schema";
import { KeyedMutex } from "@/lib/platform/concurrency";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { mergeErrors, ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { keyOfPath } from "@/lib/platform/short-path";
import { rememberTargets } from "@/lib/targets";
import { changeCode, omitDefaults, validateCodeChange } from "./change";
import { listKeys } from "./paths";
import { findRow } from "./read";
import { codeNotFound, presentDrawn, type StoredRow } from "./rows";
import type { CodeChange, DrawnCode } from "./schema";
import { storeChange } from "./store";

/** What is to change; or, where that depends on the code, what tells it of the code as it is by then. It may throw. */
type Change = CodeChange | ((row: StoredRow) => CodeChange);

/** A change is merged again so often when another process was quicker. */
const maxAttempts = 4;

const changes = oncePerProcess("code-changes", () => new KeyedMutex());

/**
 * Changes a code and draws it again. Changes of the same code come one after the other, so that each is merged with what
 * the one before left; what changes nothing that an answer shows leaves `updatedAt`. New content of a dynamic code, a new
 * fallback or new rules, leaves what it replaces in the history of its targets. Throws `not_found`, then everything that the change is refused for at
 * once (`immutable_field` and the errors of drawing), and `unavailable` when other processes were quicker four times.
 *
 * @param requireState throws where the change is not meant for the code as it is by then.
 */
export function updateCode(
  caller: Caller,
  id: string,
  change: Change,
  beforeCommit?: BeforeCommit<DrawnCode>,
  requireState?: (row: StoredRow) => void,
): Promise<DrawnCode> {
  return changes.run(`${caller.accountId}/${id}`, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const code = await attemptUpdate(caller, id, change, beforeCommit, requireState);
      if (code) return code;
    }
    throw new ServiceError("unavailable", "The code is being changed by many at once", {
      retryAfterSeconds: 1,
    });
  });
}

/**
 * The same of a change whose client may send back an answer: what repeats a default of it stays a default. Throws as
 * `updateCode`.
 */
export async function updateAnsweredCode(caller: Caller, id: string, change: CodeChange): Promise<DrawnCode> {
  return updateCode(caller, id, (row) => omitDefaults(row, change)).catch((fault: unknown) => {
    throw fault instanceof ServiceError && fault.code === "not_found" ? refuseMissing(change) : fault;
  });
}

/** Undefined when the code is not any more what the change was merged with. */
async function attemptUpdate(
  caller: Caller,
  id: string,
  change: Change,
  beforeCommit: BeforeCommit<DrawnCode> | undefined,
  requireState: ((row: StoredRow) => void) | undefined,
): Promise<DrawnCode | undefined> {
  const row = await findRow(caller, id);
  if (row === undefined) throw refuseMissing(change);
  requireState?.(row);
  const changed = await changeCode(caller, row, typeof change === "function" ? change(row) : change);
  const store = async (tx?: Transaction) => {
    const updatedAt = await storeChange(tx, caller, row, changed);
    return updatedAt && presentDrawn({ ...row, ...changed, updatedAt });
  };
  const code = await (beforeCommit === undefined
    ? store()
    : transaction(async (tx) => {
        const stored = await store(tx);
        if (stored !== undefined) await beforeCommit(tx, stored);
        return stored;
      }));
  if (code !== undefined) {
    const aliases = row.paths.filter((path) => !path.includes("/")).map((path) => keyOfPath(path));
    rememberTargets([...listKeys({ ...row, ...changed }), ...aliases]);
  }
  return code;
}

/** A change that no code could take is told so before that there is none (decisions §5). */
function refuseMissing(change: Change): ServiceError {
  if (typeof change === "function") return codeNotFound();
  const [fault, ...others] = validateCodeChange(change);
  return fault ? mergeErrors([fault, ...others]) : codeNotFound();
}
