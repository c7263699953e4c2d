import { byteOrderMark, writeLine } from "@/lib/platform/csv";
import { env } from "@/lib/platform/env";
import type { ArchivedFile } from "@/lib/platform/zip";
import { walkTargets } from "@/lib/targets/walk";
import { writeConfiguration } from "./configuration";
import { describeMap } from "./describe";
import { drawTarget, tableHeading } from "./draw-code";

/**
 * The redirect map of an account as files, pages as they are drawn. The lines of its codes are held until the last, a few
 * hundred bytes of each of the 500 that a plan allows.
 */
export async function* listMapFiles(accountId: string, signal?: AbortSignal): AsyncGenerator<ArchivedFile> {
  const now = new Date();
  const { host } = new URL(env.baseUrl);
  const counts = { codes: 0, pieces: 0 };
  let [table, targets, long] = [byteOrderMark + writeLine(tableHeading), "", ""];
  for await (const found of walkTargets(accountId, signal)) {
    for (const target of found) {
      const { row, line, pieces, pieceCount, pages } = await drawTarget(target, now, host);
      table += row;
      targets += line;
      long += pieces;
      counts.codes += 1;
      counts.pieces += pieceCount;
      yield* pages;
    }
  }
  yield { path: "README.txt", body: describeMap(counts, now) };
  yield { path: "redirect-map.csv", body: table };
  yield { path: "nginx/targets.map", body: targets };
  yield { path: "nginx/long-targets.conf", body: long };
  yield* writeConfiguration(counts);
}
