import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserAnswer, BrowserSession } from "./browser-session";

const root = new URL("../..", import.meta.url).pathname;

interface Manifest {
  node: Record<string, { exportedName?: string; filename?: string }>;
}

/** A server action as the build knows it. */
interface ServerAction {
  id: string;
  name: string;
  /** Where it is written, from the root of the repository. */
  file: string;
}

let known: ServerAction[] | undefined;

/** Every server action of the build, whatever page it is for. */
export function listActions(): ServerAction[] {
  known ??= readActions();
  return known;
}

function readActions(): ServerAction[] {
  const file = join(root, ".next/server/server-reference-manifest.json");
  const { node } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  return Object.entries(node).map(([id, { exportedName = "", filename = "" }]) => ({
    id,
    name: exportedName,
    file: filename,
  }));
}

/** The id under which the build knows a server action. */
export function findAction(name: string): string {
  const found = listActions().filter((action) => action.name === name);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} server actions are called ${name}`);
  return found[0].id;
}

/**
 * Sends a form to a server action as React does: the action's arguments are what it said before, here nothing, and the
 * form's fields. `headers` replace the usual ones.
 *
 * @param bound what its page has bound to the action, as arguments before those.
 */
export async function act(
  browser: BrowserSession,
  page: string,
  action: string,
  fields: Record<string, string> = {},
  headers: Record<string, string | undefined> = {},
  bound: readonly unknown[] = [],
): Promise<BrowserAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(`_1_${name}`, value);
  form.append("0", JSON.stringify([...bound, null, "$K1"]));
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

/** Calls a server action that takes no form, as React does: its arguments as text. */
export async function callAction(
  browser: BrowserSession,
  page: string,
  action: string,
  args: readonly unknown[],
  headers: Record<string, string | undefined> = {},
): Promise<BrowserAnswer> {
  return browser.send(page, {
    method: "POST",
    body: JSON.stringify(args),
    headers: {
      "next-action": findAction(action),
      "content-type": "text/plain;charset=UTF-8",
      accept: "text/x-component",
      ...headers,
    },
  });
}
