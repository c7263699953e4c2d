import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { readLines, writeLine } from "./spool-file";
import type { Batch } from "./store";

function newBatch(): Batch {
  const labels = { device: "Mobile", os: "iOS", browser: "Safari", country: "PT", city: "Lisbon" } as const;
  const visitor = { visitor: "1", ...labels, userAgent: "Agent" };
  const of = { codeId: newId(), accountId: newId(), isSandbox: false };
  return {
    id: newId(),
    visits: [null, "bot" as const].map((excluded) => ({ id: newId(), ...of, visitor, excluded })),
  };
}

/** A line whose checksum is right, whatever it holds. */
function writeLineOf(value: unknown): string {
  const text = JSON.stringify(value);
  return `${crc32(text).toString(16).padStart(8, "0")} ${text}\n`;
}

it.each<[what: string, damage: (batch: Batch) => unknown]>([
  ["no fields", () => ({})],
  ["null", () => null],
  ["text", () => "batch"],
  ["an unsafe id", (batch) => ({ ...batch, id: "../../x" })],
  ["no visits", (batch) => ({ ...batch, visits: [] })],
  ["a null visit", (batch) => ({ ...batch, visits: [...batch.visits, null] })],
  [
    "a null visitor",
    (batch) => ({ ...batch, visits: batch.visits.map((visit) => ({ ...visit, visitor: null })) }),
  ],
  [
    "visits without a code",
    (batch) => ({ ...batch, visits: batch.visits.map(({ codeId: _, ...rest }) => rest) }),
  ],
  [
    "an invalid exclusion",
    (batch) => ({ ...batch, visits: batch.visits.map((visit) => ({ ...visit, excluded: 1 })) }),
  ],
])("reports a line with %s as damaged and reads the lines around it", (_, damage) => {
  const batches = [newBatch(), newBatch()] as const;
  const odd = writeLineOf(damage(newBatch()));
  const { batches: read, damaged } = readLines(writeLine(batches[0]) + odd + writeLine(batches[1]));
  expect(read).toEqual(batches);
  expect(damaged).toEqual([odd.trimEnd()]);
});
