import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserAnswer, BrowserSession } from "./browser-session";

const root = new URL("../..", import.meta.url).pathname;

interface Manifest {
  node: Record<string, { exportedName?: string }>;
}

/** The id under which the build knows a server action. */
export function findAction(name: string): string {
  const file = join(root, ".next/server/server-reference-manifest.json");
  const { node } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const found = Object.entries(node).filter(([, { exportedName }]) => exportedName === name);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} server actions are called ${name}`);
  return found[0][0];
}

/**
 * Sends a form to a server action as React does: the action's arguments are what it said before, here nothing, and the
 * form's fields. `headers` replace the usual ones.
 */
export async function act(
  browser: BrowserSession,
  page: string,
  action: string,
  fields: Record<string, string> = {},
  headers: Record<string, string | undefined> = {},
): Promise<BrowserAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(`_1_${name}`, value);
  form.append("0", '[null,"$K1"]');
  const encoded = new Response(form);
  return browser.send(page, {
    method: "POST",
    body: await encoded.text(),
    headers: {
      "next-action": findAction(action),
      "content-type": encoded.headers.get("content-type") ?? undefined,
      accept: "text/x-component",
      ...headers,
    },
  });
}
