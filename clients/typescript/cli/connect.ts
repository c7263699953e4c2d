import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Quietzone } from "../src/index";
import { access } from "./files";
import { UsageError } from "./output";

/** Options of every command. */
export interface Connection {
  url?: string;
  key?: string;
  allowHttp?: boolean;
  json?: boolean;
}

interface Stored {
  url?: string;
  key?: string;
}

const defaultUrl = "http://localhost:3000";

/** The user's own folder for settings, by the XDG Base Directory Specification. */
export const configFolder = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "quietzone");

const configFile = () => join(configFolder(), "config.json");

function readStored(): Stored {
  let text: string;
  try {
    text = readFileSync(configFile(), "utf8");
  } catch {
    return {};
  }
  try {
    return JSON.parse(text) as Stored;
  } catch {
    throw new UsageError(`${configFile()} is not JSON: delete it and run quietzone login again`);
  }
}

/** Writes a file that only the user can read; a crash leaves the old one or the new one, whole. Throws UsageError. */
export function writePrivate(name: string, text: string): string {
  const file = join(configFolder(), name);
  // A new file: another user of this machine can't have made one of its name.
  const draft = `${file}.${randomUUID()}`;
  access("write", file, () => {
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
  });
  return file;
}

interface Found {
  url: string;
  key: string | undefined;
  /** Where each was found, as an error names it. */
  urlFrom: string;
  keyFrom: string;
}

/** Options first, then the environment, then what `login` stored. A stored key goes to its own address only. */
export function readConnection(options: Connection): Found {
  const stored = readStored();
  const { QUIETZONE_URL, QUIETZONE_API_KEY } = process.env;
  const url = options.url ?? QUIETZONE_URL ?? stored.url ?? defaultUrl;
  const key = options.key ?? QUIETZONE_API_KEY ?? (url === stored.url ? stored.key : undefined);
  return {
    ...{ url, key },
    urlFrom: nameSource({ "--url": options.url, QUIETZONE_URL }, "url"),
    keyFrom: nameSource({ "--key": options.key, QUIETZONE_API_KEY }, "key"),
  };
}

function nameSource(given: Record<string, string | undefined>, stored: string): string {
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  return name ?? `${stored} in ${configFile()}`;
}

/** A client with the key that the options, the environment or `login` name. Throws UsageError without one. */
export function connect(options: Connection): Quietzone {
  const found = readConnection(options);
  if (found.key === undefined) {
    throw new UsageError(`There is no key for ${found.url}: run quietzone login, or set QUIETZONE_API_KEY`);
  }
  return open(found, found.key, options);
}

function open({ url, urlFrom, keyFrom }: Found, key: string, { allowHttp }: Connection): Quietzone {
  // The key itself is not repeated: it may be right but for a space.
  if (!/^[!-~]+$/.test(key)) {
    const fault = key === "" ? "is empty" : "must be one word, such as qr_live_…";
    const hint = "Pass a key with --key or QUIETZONE_API_KEY, or leave both out after quietzone login.";
    throw new UsageError(`${keyFrom} ${fault}`, hint);
  }
  try {
    return new Quietzone({ baseUrl: url, apiKey: key, allowHttp });
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(message.replace("allowHttp: true", "--allow-http").replace("baseUrl", urlFrom));
  }
}

/** Asks the service whether the key works, then stores both. Returns the file and what the key belongs to. */
export async function logIn(options: Connection) {
  const found = readConnection(options);
  const given = options.key ?? process.env.QUIETZONE_API_KEY;
  const key = given ?? (await readKey());
  const keyFrom = given === undefined ? "The key" : found.keyFrom;
  const account = await open({ ...found, keyFrom }, key, options).account.get();
  const { url } = found;
  const file = writePrivate("config.json", `${JSON.stringify({ url, key }, null, 2)}\n`);
  return { file, url, plan: account.plan, environment: account.environment };
}

/** Enter, and Ctrl+D of a terminal in raw mode. */
const lineEnds = ["\r", "\n", "\u0004"];

/** From standard input; on a terminal the key is not shown. */
async function readKey(): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write("API key: ");
  if (stdin.isTTY) stdin.setRawMode(true);
  let text = "";
  try {
    for await (const chunk of stdin) {
      text += String(chunk);
      if (text.includes("\u0003")) throw new UsageError("Nothing was stored");
      if (lineEnds.some((end) => text.includes(end))) break;
    }
  } finally {
    if (stdin.isTTY) {
      stdin.setRawMode(false);
      stderr.write("\n");
    }
  }
  const end = Math.min(...lineEnds.map((one) => text.indexOf(one)).filter((place) => place >= 0));
  const key = text.slice(0, end).trim();
  if (key === "") throw new UsageError("The key is missing: pass it with --key or on standard input");
  return key;
}
