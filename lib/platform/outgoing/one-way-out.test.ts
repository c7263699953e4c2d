import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const { findOutgoingCalls } = (await import(join(root, "scripts/outgoing-calls.mjs"))) as {
  findOutgoingCalls(source: string, text: string): string[];
};

function listSources(): string[] {
  const folders = ["app", "components", "inngest", "lib", "server"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return [...folders, "proxy.ts"].filter((name) => /(?<!\.test)\.tsx?$/.test(name));
}

describe("S11: outgoing calls in the source code", () => {
  it("appear in no file outside the allowed modules", () => {
    const sources = listSources();
    expect(sources.length).toBeGreaterThan(300);
    const text = (source: string) => readFileSync(join(root, source), "utf8");
    expect(sources.flatMap((source) => findOutgoingCalls(source, text(source)))).toEqual([]);
  });

  it.each([
    'import { request } from "node:https";',
    'import https from "https";',
    'import * as http from "node:http";',
    'import net, { isIP } from "node:net";',
    'import { isIP, connect } from "node:net";',
    'import {\n  connect as dial,\n} from "node:tls";',
    'import { lookup } from "node:dns/promises";',
    'import { createSocket } from "node:dgram";',
    'import { connect } from "node:http2";',
    'export { request } from "undici";',
    'import axios from "axios";',
    'import { Redis } from "ioredis";',
    'import { createTransport } from "nodemailer";',
    'import pg from "pg";',
    'import { Inngest } from "inngest";',
    'import { serve } from "inngest/next";',
    'const { request } = await import("node:https");',
    'const http = require("http");',
    'process.getBuiltinModule("node:net");',
    "await fetch(address);",
    "const answer = await fetch (address);",
    "globalThis.fetch(address);",
    "call(fetch);",
    "const get = fetch;",
    'new WebSocket("wss://example.com");',
  ])("are found in %s", (text) => {
    expect(findOutgoingCalls("lib/codes/x.ts", text)).toHaveLength(1);
  });

  it.each([
    'import type { Socket } from "node:net";',
    'import { isIP, type Socket } from "node:net";',
    'import { createServer, type Server } from "node:http";',
    'import type pg from "pg";',
    "this.#fetch(day);",
    "store.fetch(day);",
    "prefetch(path);",
    'import { safeFetch } from "@/lib/platform/safe-fetch";',
  ])("are not reported for %s", (text) => expect(findOutgoingCalls("lib/codes/x.ts", text)).toEqual([]));
});
