import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What is left when the code runs: no types, and nothing that is loaded only when it is needed. */
const imported = /^(?:import|export)\s(?!type\b)[^;]*?from\s"([^"]+)"|^import\s"([^"]+)"/gm;

function resolveOwn(specifier: string, from: string): string | undefined {
  const isOwn = specifier.startsWith("@/") || specifier.startsWith(".");
  if (!isOwn || specifier.includes("prisma/generated")) return undefined;
  const path = specifier.startsWith("@/") ? join(root, specifier.slice(2)) : join(dirname(from), specifier);
  return [`${path}.ts`, join(path, "index.ts")].find(existsSync);
}

function isTypesAlone(statement: string): boolean {
  const names = /\{([^}]*)\}/
    .exec(statement)?.[1]
    ?.split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return names?.every((name) => name.startsWith("type ")) ?? false;
}

/** Our own files that `entry` reaches by static imports, itself among them. */
function reachOf(entry: string): string[] {
  const seen = new Set<string>();
  const open = [join(root, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [statement, from, bare] of readFileSync(file, "utf8").matchAll(imported)) {
      const next = isTypesAlone(statement) ? undefined : resolveOwn((from ?? bare) as string, file);
      if (next !== undefined) open.push(next);
    }
  }
  return [...seen].map((file) => relative(root, file)).sort();
}

it("the redirect reaches no file that draws, signs in or writes pages", () => {
  const others =
    /^lib\/(?:qr|pictures|content|codes|accounts|users|auth|http|rollups|analytics|rate-limit|redirect\/pages)\//;
  expect(reachOf("lib/redirect/redirect.ts").filter((file) => others.test(file))).toEqual([]);
});

it.each([
  ["a scan", "lib/redirect/redirect.ts", 54],
  ["the wrapper of every endpoint", "lib/http/endpoint.ts", 50],
  ["contracts of codes, which are data", "lib/http/api/qr-code-contracts.ts", 24],
  ["creating a code", "lib/http/api/create-qr-code.ts", 139],
  ["creating a code without an account", "lib/public-codes/create.ts", 66],
  ["reading analytics", "lib/analytics/read-analytics.ts", 84],
])("%s (%s) reaches at most %d of our files", (_, entry, most) => {
  const reached = reachOf(entry);
  expect(reached.length, reached.join("\n")).toBeLessThanOrEqual(most);
});
