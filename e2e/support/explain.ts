import type pg from "pg";
import type { Statement } from "./statements";

/** One step of a plan as PostgreSQL tells it; what was measured is there for a statement that only reads. */
interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  /** Of an INSERT … ON CONFLICT. */
  "Conflict Arbiter Indexes"?: string[];
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Step[];
}

/** Plans for these very values, and the one for any values that PostgreSQL may settle on for a named statement. */
export const planModes = ["force_custom_plan", "force_generic_plan"] as const;

/** Reads of one relation in a plan. */
export interface Scan {
  kind: string;
  relation: string;
  index: string | undefined;
  /** Rows looked at, those included that were then not wanted; 0 for a statement that writes. */
  rows: number;
}

/** How PostgreSQL would run a statement: every read of a table in it. A statement that only reads is run. */
export async function explainScans(
  client: pg.ClientBase,
  { text, values }: Statement,
  mode: (typeof planModes)[number],
): Promise<Scan[]> {
  const options = /^\s*(?:SELECT|WITH wanted)/i.test(text) && !/\bFOR (?:NO KEY )?UPDATE/i.test(text);
  await client.query(`SET plan_cache_mode = ${mode}`);
  await client.query(`PREPARE explained AS ${text}`);
  try {
    const literals = values.length > 0 ? `(${values.map(writeLiteral).join(", ")})` : "";
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Step }[] }>(
      `EXPLAIN (FORMAT JSON${options ? ", ANALYZE" : ""}) EXECUTE explained${literals}`,
    );
    return listScans(rows[0]!["QUERY PLAN"][0]!.Plan);
  } finally {
    await client.query("DEALLOCATE explained");
  }
}

function listScans(step: Step): Scan[] {
  const inner = (step.Plans ?? []).flatMap(listScans);
  const relation = step["Relation Name"];
  const index = step["Index Name"] ?? step["Conflict Arbiter Indexes"]?.[0];
  if (relation === undefined && index === undefined) return inner;
  const perLoop = (step["Actual Rows"] ?? 0) + (step["Rows Removed by Filter"] ?? 0);
  // A bitmap's index is told by a step of its own, without the table; its rows are those of the table's.
  // Told as the mean of the loops, to two digits.
  const rows = relation === undefined ? 0 : Math.round(perLoop * (step["Actual Loops"] ?? 1));
  const scan = { kind: step["Node Type"], relation: relation ?? "", index, rows };
  return [scan, ...inner];
}

function writeLiteral(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return `'${writeText(value).replaceAll("'", "''")}'`;
}

function writeText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      item === null ? "NULL" : `"${writeText(item).replaceAll(/["\\]/g, "\\$&")}"`,
    );
    return `{${items.join(",")}}`;
  }
  return String(value);
}
