import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../../docs/operate/", import.meta.url).pathname;

/** The operator's pages by name, without `.md`. */
export const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.replace(".md", ""));

/** The blocks of shell commands of a page in their order, also those within a list. */
export function readBlocks(page: string): string[] {
  const text = readFileSync(`${folder}${page}.md`, "utf8");
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/** A block of a page, counted from 1. */
export function blockOf(page: string, place: number): string {
  const block = readBlocks(page)[place - 1];
  if (block === undefined) throw new Error(`${page}.md has no block ${place}`);
  return block;
}
