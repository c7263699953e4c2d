import { randomBytes } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectRecorder } from "@/e2e/support/outgoing/connect-recorder";
import { type DnsStub, startDnsStub } from "@/e2e/support/webhooks/dns-stub";

const recorder = new ConnectRecorder();
const secret = randomBytes(16).toString("hex");
let names: DnsStub;

beforeAll(async () => {
  names = await startDnsStub();
  const settings = ["GITHUB_ID", "GITHUB_SECRET", "GOOGLE_ID", "GOOGLE_SECRET"];
  for (const name of settings) vi.stubEnv(name, "x");
  vi.stubEnv("WEBHOOK_DNS_SERVERS", names.address);
  vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000");
  recorder.open();
});

beforeEach(() => {
  recorder.targets.length = 0;
  names.questions.length = 0;
});

afterAll(async () => {
  recorder.close();
  vi.unstubAllEnvs();
  await names.close();
});

/** One request to next-auth with our providers: what it answers, the cookies that it sets, the faults that it tells. */
async function ask(segments: string[], request: object = {}) {
  const { oauthProviders } = await import("./providers");
  const faults: unknown[] = [];
  const cookies: Record<string, string> = {};
  let body: unknown;
  const response = {
    status: () => response,
    getHeader: () => undefined,
    setHeader(name: string, values: string | string[]) {
      if (name !== "Set-Cookie") return response;
      for (const cookie of [values].flat()) {
        const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies[key] = decodeURIComponent(value);
      }
      return response;
    },
    send: (sent: unknown) => {
      body = sent;
    },
    json: () => {},
    end: () => {},
  };
  const options = {
    secret,
    providers: oauthProviders(),
    logger: { error: (_: string, fault: unknown) => faults.push(fault), warn: () => {}, debug: () => {} },
  };
  const asked = { method: "GET", query: { nextauth: segments }, headers: {}, cookies: {}, ...request };
  await NextAuth(asked as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return { body, cookies, faults };
}

/** Goes off to Google, whose addresses next-auth asks it for first. */
async function goToGoogle() {
  const { body, cookies } = await ask(["csrf"]);
  const { csrfToken } = body as { csrfToken: string };
  return ask(["signin", "google"], { method: "POST", cookies, body: { csrfToken } });
}

describe("S11: sign-in provider calls of next-auth", () => {
  it("do not connect to a provider name that resolves to an internal address", async () => {
    names.answer("accounts.google.com", { a: ["10.0.0.1"] });
    const { faults } = await goToGoogle();
    expect(names.countOf("accounts.google.com", "A")).toBe(1);
    expect(recorder.targets).toEqual([]);
    expect(faults).toMatchObject([{ error: { code: "address_refused" } }]);
  });

  it("connect to the checked public address", async () => {
    names.answer("accounts.google.com", { a: ["93.184.216.34"] });
    const { faults } = await goToGoogle();
    expect(names.countOf("accounts.google.com", "A")).toBe(1);
    expect(recorder.targets).toEqual([{ host: "93.184.216.34", port: 443 }]);
    expect(faults).toMatchObject([{ error: { code: "connection_error" } }]);
  });

  it("use the same safe agent for every provider", async () => {
    const { oauthProviders } = await import("./providers");
    const { safeAgent } = await import("@/lib/platform/safe-fetch");
    const providers = oauthProviders() as { httpOptions?: { agent?: unknown } }[];
    expect(providers).toHaveLength(2);
    for (const { httpOptions } of providers) expect(httpOptions?.agent).toBe(safeAgent);
  });
});
