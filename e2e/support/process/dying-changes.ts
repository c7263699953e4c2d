import pg from "pg";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, deleteCode, deleteCodes, updateCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { closeDatabase, sql } from "@/lib/platform/db";
import { type Batch, storeBatch } from "@/lib/scans/store";
import type { Visit } from "@/lib/scans/visit";
import { fanOut } from "@/lib/webhooks/delivery";

/** A process that changes an account's codes and is killed at one of its statements. */
export interface Assignment {
  caller: Caller;
  /** Two batches of scans of the first code that is made, without its id. */
  batches: { id: string; visits: Omit<Visit, "codeId">[] }[];
  /** Which statement it dies of; null: it comes to its end. */
  killAt: number | null;
  /** Whether the statement is sent before. */
  isSent: boolean;
}

/** What is told to who waits: the code that is scanned, and at the end how many statements there were. */
export type Word = { scanned: string } | { statements: number };

type Query = (...given: unknown[]) => unknown;

let statements = 0;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // A signal to oneself is there before the call returns; nothing more is sent in any case.
  for (;;);
}

function countStatements({ killAt, isSent }: Assignment): void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function (this: unknown, ...given) {
    statements += 1;
    if (statements !== killAt) return query.apply(this, given);
    if (!isSent) die();
    const answer = query.apply(this, given);
    // Once it is on its way; what becomes of it is the database's alone.
    setImmediate(die);
    return answer;
  };
}

const code = (n: number) => ({ name: `Table ${n}`, type: "url" as const, content: "https://example.com/0" });
const store = async () => {};

/** One of everything that is told, with and without a guard before the commit, alone and with others. */
async function change({ caller, batches }: Assignment): Promise<void> {
  const [first, second] = await Promise.all([
    createCode(caller, { ...code(1), isDynamic: true }, store),
    createCode(caller, { ...code(2), isDynamic: true }),
  ]);
  process.send!({ scanned: first.id } satisfies Word);
  const scans = batches.map(
    ({ id, visits }): Batch => ({ id, visits: visits.map((visit) => ({ ...visit, codeId: first.id })) }),
  );
  await storeBatch(scans[0]!);
  await updateCode(caller, first.id, { content: "https://example.com/1" });
  await updateCode(caller, first.id, { content: "https://example.com/2" }, store);
  await fanOut();
  const { created } = await createCodes(caller, [code(3), code(4), code(5)]);
  await Promise.all([storeBatch(scans[1]!), deleteCode(caller, second.id)]);
  await updateCode(caller, first.id, { content: "https://example.com/3" });
  await deleteCodes(
    caller,
    created.slice(1).map(({ id }) => id),
  );
  await changeMind(caller, created[0]!.id);
  await fanOut();
}

/** Sets a code aside, brings it back, and lets the job delete it in the end. */
async function changeMind(caller: Caller, id: string): Promise<void> {
  await softDeleteCodes(caller, [id]);
  await restoreCodes(caller, [id]);
  await softDeleteCodes(caller, [id]);
  await sql.query("UPDATE qr_code SET purge_after = now() WHERE id = $1", [id]);
  await deleteSoftDeleted();
}

process.on("message", async (assignment: Assignment) => {
  countStatements(assignment);
  await change(assignment);
  process.send!({ statements } satisfies Word);
  process.disconnect();
  await closeDatabase();
});
