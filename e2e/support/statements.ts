import pg from "pg";

/** One statement as it was sent to the database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

type Query = (first: unknown, second?: unknown, ...rest: unknown[]) => unknown;

/** The check that the connection which listens sends four times a second, whatever else the process does. */
const pingText = "SELECT";

/** What `work` sends to its database, in order; whether it resolves or rejects. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function (this: unknown, first, second, ...rest) {
    const { text, values } = (typeof first === "string" ? { text: first } : first) as Partial<Statement>;
    const given = values ?? (Array.isArray(second) ? second : []);
    if (text !== undefined && text !== pingText) statements.push({ text, values: given });
    return query.call(this, first, second, ...rest);
  };
  try {
    await work().catch(() => {});
  } finally {
    prototype.query = query;
  }
  return statements;
}
