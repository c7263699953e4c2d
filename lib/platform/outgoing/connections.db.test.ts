import { once } from "node:events";
import { createSecureServer } from "node:http2";
import { type Agent, request } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { post } from "@/e2e/support/outgoing/call";
import { ConnectRecorder } from "@/e2e/support/outgoing/connect-recorder";
import { rulesWith } from "@/e2e/support/outgoing/rules";
import { type CertificateKind, certificateOf } from "@/e2e/support/webhooks/authority";
import { type DnsStub, startDnsStub } from "@/e2e/support/webhooks/dns-stub";
import { type Receiver, type ReceiverOptions, startReceiver } from "@/e2e/support/webhooks/receiver";
import { type OutgoingRules, safeAgent } from "../safe-fetch";
import { openConnection } from "./connection";
import { readUrl } from "./url";

let names: DnsStub;
let rules: OutgoingRules;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  names = await startDnsStub();
  rules = rulesWith({ allowed: ["127.0.0.1"], dns: names.address });
});

afterAll(() => names.close());
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receive(options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(options);
  closing.push(() => receiver.close());
  return receiver;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://hooks.example.test:${(server.address() as AddressInfo).port}/`;
}

describe("S9: TLS verification", () => {
  it.each<CertificateKind>(["self-signed", "wrong-name", "expired"])(
    "refuses a certificate that is %s",
    async (certificate) => {
      const receiver = await receive({ certificate });
      expect(await post(receiver.url, rules)).toBe("tls_error");
      expect(receiver.requests).toEqual([]);
    },
  );

  it("ignores NODE_TLS_REJECT_UNAUTHORIZED", async () => {
    const receiver = await receive({ certificate: "wrong-name" });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    closing.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    expect(await post(receiver.url, rules)).toBe("tls_error");
    expect(receiver.requests).toEqual([]);
  });

  it("requires the certificate of an IP address to name that address", async () => {
    const receiver = await receive();
    expect(await post(receiver.urlOf("127.0.0.1"), rules)).toBe(200);
    const other = await receive({ certificate: "wrong-name" });
    expect(await post(other.urlOf("127.0.0.1"), rules)).toBe("tls_error");
  });

  it.each(["TLSv1", "TLSv1.1"] as const)("refuses %s", async (version) => {
    const tls = { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const receiver = await receive({ tls });
    expect(await post(receiver.url, rules)).toBe("tls_error");
  });

  it("fails with tls_error when the handshake stalls past the deadline", async () => {
    const url = await listen(createServer());
    expect(await post(url, rules, { deadlineMs: 300 })).toBe("tls_error");
  });

  it("fails with tls_error when the server does not speak TLS", async () => {
    const url = await listen(createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")));
    expect(await post(url, rules)).toBe("tls_error");
  });

  it("fails with connection_error when nothing listens on the port", async () => {
    const receiver = await startReceiver();
    const { url } = receiver;
    await receiver.close();
    expect(await post(url, rules)).toBe("connection_error");
  });
});

describe("S6: a new connection per attempt", () => {
  it("opens a new connection and resolves the name again, even if the receiver allows keep-alive", async () => {
    const receiver = await receive({
      script: { headers: { "Keep-Alive": "timeout=600", "Alt-Svc": 'h2=":1", h3=":1"; ma=86400' } },
    });
    names.answer("moving.example.test", { a: ["127.0.0.1"] });
    const url = receiver.urlOf("moving.example.test");
    expect(await post(url, rules)).toBe(200);
    expect(await post(url, rules)).toBe(200);
    expect(receiver.connections).toBe(2);
    names.answer("moving.example.test", { a: ["127.0.0.2"] });
    expect(await post(url, rules)).toBe("address_refused");
    expect(receiver.connections).toBe(2);
    expect(receiver.requests[0]?.headers.connection).toBe("close");
  });

  it("does not use HTTP/2", async () => {
    const server = createSecureServer({ ...(await certificateOf("good")) });
    server.on("stream", (stream) => stream.respond({ ":status": 200 }, { endStream: true }));
    expect(await post(await listen(server as unknown as Server), rules)).toMatch(/^(?:tls|protocol)_error$/);
  });

  it("ignores proxy settings in the environment", async () => {
    const receiver = await receive();
    const proxies = [
      "HTTP_PROXY",
      "HTTPS_PROXY",
      "ALL_PROXY",
      "http_proxy",
      "https_proxy",
      "NODE_USE_ENV_PROXY",
    ];
    for (const name of proxies) process.env[name] = name.startsWith("NODE") ? "1" : "http://127.0.0.1:1";
    closing.push(() => {
      for (const name of proxies) delete process.env[name];
    });
    const recorder = new ConnectRecorder().open();
    closing.push(() => recorder.close());
    expect(await post(receiver.url, rules)).toBe(200);
    expect(recorder.targets).toEqual([{ host: "127.0.0.1", port: receiver.port }]);
  });
});

describe("S5: the socket's peer address", () => {
  it("refuses a peer address after connecting and before TLS, even if it passed earlier", async () => {
    const receiver = await receive({ host: "127.0.0.2" });
    const to = readUrl(receiver.urlOf("127.0.0.2"), rulesWith({ allowed: ["127.0.0.0/8"] }));
    if (typeof to === "string") throw new Error(to);
    const phases: string[] = [];
    const opened = openConnection(to, ["127.0.0.2"], rules, (_, phase) => phases.push(phase));
    closing.unshift(() =>
      opened.then(
        (socket) => socket.destroy(),
        () => {},
      ),
    );
    await expect(opened).rejects.toMatchObject({ code: "address_refused" });
    expect(phases).toEqual(["connect"]);
  });
});

describe("S11: the agent for other HTTP clients", () => {
  const ask = (url: string, agent: Agent) =>
    new Promise((resolve) => {
      const asked = request(url, { agent }, (response) => resolve(response.resume().statusCode));
      asked.on("error", resolve).end();
    });

  it("opens a checked connection for every request, and refuses internal addresses", async () => {
    const receiver = await receive();
    const recorder = new ConnectRecorder().open();
    closing.push(() => recorder.close());
    expect(await ask(receiver.url, safeAgent)).toBe(200);
    expect(await ask(receiver.url, safeAgent)).toBe(200);
    expect(receiver.connections).toBe(2);
    expect(await ask(receiver.urlOf("127.0.0.1"), safeAgent)).toBe(200);
    const wrong = await receive({ certificate: "wrong-name" });
    expect(await ask(wrong.url, safeAgent)).toMatchObject({ code: "tls_error" });
    recorder.targets.length = 0;
    for (const url of ["https://10.0.0.1/", "https://ip-10-0-0-1.example.test/", "https://[::1]/"]) {
      expect(await ask(url, safeAgent)).toMatchObject({ code: "address_refused" });
    }
    expect(recorder.targets).toEqual([]);
  });
});

describe("beforeSend", () => {
  it("is called once connected, and nothing is sent if it returns false", async () => {
    const receiver = await receive();
    let connections = 0;
    const beforeSend = async () => {
      connections = receiver.connections;
      return false;
    };
    expect(await post(receiver.url, rules, { beforeSend })).toBe("given_up");
    expect(connections).toBe(1);
    expect(await post(receiver.url, rules, { beforeSend: async () => true })).toBe(200);
    expect(receiver.requests).toHaveLength(1);
  });

  it("passes on its error, and gives up rather than blaming the receiver on a timeout", async () => {
    const receiver = await receive();
    const fault = new Error("the database is away");
    await expect(post(receiver.url, rules, { beforeSend: () => Promise.reject(fault) })).rejects.toBe(fault);
    const never = () => new Promise<boolean>(() => {});
    expect(await post(receiver.url, rules, { beforeSend: never, deadlineMs: 300 })).toBe("given_up");
    expect(receiver.requests).toEqual([]);
  });

  it("lets a signal abort the attempt, even before it starts", async () => {
    const receiver = await receive({ script: { beforeHeadersMs: Number.POSITIVE_INFINITY } });
    const stop = new AbortController();
    const outcome = post(receiver.url, rules, { signal: stop.signal });
    await receiver.waitFor(1);
    stop.abort();
    expect(await outcome).toBe("given_up");
    expect(await post(receiver.url, rules, { signal: stop.signal })).toBe("given_up");
    expect(receiver.connections).toBe(1);
  });
});
