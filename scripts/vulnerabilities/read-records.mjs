import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import yauzl from "yauzl";

/**
 * Records of OSV one after another: the JSON files of a folder, or of a ZIP as OSV hands it out.
 * @param {string} place
 * @returns {AsyncGenerator<object>}
 */
export async function* readRecords(place) {
  if (statSync(place).isDirectory()) yield* readFolder(place);
  else yield* readZip(place);
}

function* readFolder(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (file.endsWith(".json")) yield parse(readFileSync(join(folder, file), "utf8"), file);
  }
}

async function* readZip(file) {
  const zip = await promisify(yauzl.open)(file, { lazyEntries: true, autoClose: false });
  const openEntry = promisify(zip.openReadStream.bind(zip));
  try {
    for await (const entry of listEntries(zip)) {
      if (entry.fileName.endsWith(".json")) yield parse(await text(await openEntry(entry)), entry.fileName);
    }
  } finally {
    zip.close();
  }
}

async function* listEntries(zip) {
  for (let count = 0; count < zip.entryCount; count += 1) {
    const next = once(zip, "entry");
    zip.readEntry();
    yield (await next)[0];
  }
}

function parse(content, file) {
  try {
    return JSON.parse(content);
  } catch {
    throw new Error(`${file} is no JSON; fetch the records again`);
  }
}
