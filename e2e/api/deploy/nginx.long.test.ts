import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { get } from "node:https";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newAccount, newKey } from "../../support/accounts";
import { BrowserSession } from "../../support/browser-session";
import { openBalancer } from "../../support/deploy/balancer";
import { makeCertificate } from "../../support/deploy/certificate";
import { type Fleet, openFleet } from "../../support/deploy/fleet";
import { openStream } from "../../support/event-stream";
import { countVisits, phone } from "../../support/short-urls";

const host = "qr.example.com";
let fleet: Fleet;
beforeAll(async () => {
  fleet = await openFleet(2);
  return () => fleet.close();
}, 120_000);

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** From which address of this machine. */
  from?: string;
}

/** One request to nginx over a connection of its own. */
async function ask(path: string, { method = "GET", headers = {}, body, from }: Asked = {}) {
  const asked = request(`${fleet.balancer.origin}${path}`, {
    ...{ method, agent: false, headers: { host, ...headers } },
    ...(from !== undefined && { localAddress: from }),
  });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const text = Buffer.concat(await answer.toArray()).toString("utf8");
  return { status: answer.statusCode, headers: answer.headers, text };
}

const authorization = () => `Bearer ${fleet.own.key.apiKey}`;
const json = { "content-type": "application/json" };

/** What is left to a client of the public limit after one more POST. */
async function remainingOf(from: string, forwardedFor?: string): Promise<number> {
  const body = JSON.stringify({ type: "url", content: "https://example.com/" });
  const headers = { ...json, ...(forwardedFor !== undefined && { "x-forwarded-for": forwardedFor }) };
  const {
    status,
    headers: answered,
    text,
  } = await ask("/api/public/qr-codes", { method: "POST", headers, body, from });
  expect(status, text).toBe(200);
  return Number(answered["x-ratelimit-remaining"]);
}

describe("deploy/nginx.conf in front of two services", () => {
  it("passes short URLs and API calls to both services", async () => {
    const code = await fleet.own.newCode();
    for (let i = 0; i < 6; i += 1) {
      const { status, headers } = await ask(code.path, { headers: { "user-agent": phone } });
      expect([status, headers.location]).toEqual([302, "https://example.com/menu"]);
    }
    await expect.poll(() => countVisits(code)).toEqual({ scans: 6, counted: 6, excluded: [] });
    const own = await ask(`/api/v1/qr-codes/${code.id}`, { headers: { authorization: authorization() } });
    expect([own.status, JSON.parse(own.text).id]).toEqual([200, code.id]);
    expect(own.headers["strict-transport-security"]).toBe("max-age=31536000");
    for (const { baseUrl } of fleet.services) {
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
      expect(metrics).toMatch(/quietzone_http_requests_total\{route="\/r\/\{shortCode\}".*\} [1-9]/);
    }
  });

  it("passes on the visitor's address, which clients cannot forge", async () => {
    const [one, other] = ["127.0.0.2", "127.0.0.3"];
    const before = await remainingOf(one);
    const after = [
      await remainingOf(one, "203.0.113.7"),
      await remainingOf(one, "127.0.0.1"),
      await remainingOf(one, "203.0.113.8, 127.0.0.1"),
    ];
    expect(after).toEqual([before - 1, before - 2, before - 3]);
    expect(await remainingOf(other)).toBe(before);
    // A service that trusts nobody would take all of them for nginx itself.
    expect(await remainingOf("127.0.0.4")).toBe(before);
  });

  it("streams live scans without buffering", async () => {
    const account = await newAccount("pro");
    const { apiKey } = await newKey(account);
    const body = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };
    const made = await ask("/api/v1/qr-codes", {
      ...{
        method: "POST",
        headers: { ...json, authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(body),
      },
    });
    const { pathname } = new URL(JSON.parse(made.text).shortUrl);
    const browser = new BrowserSession(fleet.balancer.origin, "127.0.0.1", `https://${host}`);
    expect((await browser.signIn(account.email, account.password)).status).toBe(200);
    const stream = await openStream(browser, "/live/scans");
    onTestFinished(() => stream.close());
    // Buffered, even the first words would come when the stream ends.
    await stream.waitFor((one) => one.of("state").at(-1)?.data.state === "live");
    await ask(pathname, { headers: { "user-agent": phone } });
    await stream.waitFor((one) => one.of("scans").length > 0);
  });

  it("passes on large bodies and leaves the size limit to the service", async () => {
    const body = (bytes: number) => `{"name":"${"x".repeat(bytes)}"}`;
    const call = (bytes: number) =>
      ask("/api/v1/qr-codes/bulk", {
        method: "POST",
        headers: { ...json, authorization: authorization() },
        body: body(bytes),
      });
    const large = await call(900_000);
    expect([large.status, JSON.parse(large.text).code]).toEqual([400, "validation_failed"]);
    const tooLarge = await call(12_000_000);
    expect([tooLarge.status, JSON.parse(tooLarge.text).code]).toEqual([413, "payload_too_large"]);
  });

  it("answers 421 for unknown hosts and redirects codes under an old name", async () => {
    const foreign = await ask("/", { headers: { host: "evil.example" } });
    expect([foreign.status, JSON.parse(foreign.text).code]).toEqual([421, "misdirected_request"]);
    const code = await fleet.own.newCode();
    const old = await ask(code.path, { headers: { host: "old.example", "user-agent": phone } });
    expect(old.status).toBe(302);
    expect((await ask("/metrics")).status).toBe(404);
  });

  it("redirects plain HTTP to HTTPS when it serves TLS", async () => {
    const certificate = makeCertificate(host);
    const ports = fleet.services.map(({ baseUrl }) => Number(new URL(baseUrl).port));
    const balancer = await openBalancer(ports, certificate);
    onTestFinished(balancer.close);
    const plain = request(`${balancer.plainOrigin}/docs?x=1`, { agent: false, headers: { host } });
    plain.end();
    const [moved] = (await once(plain, "response")) as [IncomingMessage];
    expect([moved.resume().statusCode, moved.headers.location]).toEqual([308, `https://${host}/docs?x=1`]);
    const ca = readFileSync(certificate.certificate);
    const asked = get(`${balancer.origin}/api/health/ready`, {
      ca,
      agent: false,
      servername: host,
      headers: { host },
    });
    const [ready] = (await once(asked, "response")) as [IncomingMessage];
    expect(ready.resume().statusCode).toBe(200);
  });
});
