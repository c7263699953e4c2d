import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { clientHeader, signClientAddress } from "@/lib/platform/ip-address";
import { sendRaw } from "../../e2e/support/process/raw-http";
import { expectProblem, openFront, writeRequest } from "../../e2e/support/process/test-front";

const front = openFront();

describe("A11: Host", () => {
  it.each(["evil.example", "qr.example.com.evil.example", "qr.example.com:81"])(
    "answers 421 to host %s",
    async (Host) => {
      for (const path of ["/", "/api/echo", "/docs"]) {
        expectProblem(
          await sendRaw(front.port, writeRequest(`GET ${path}`, { Host })),
          421,
          "misdirected_request",
        );
      }
    },
  );

  it("removes forged forwarding headers, and gives Next the real values", async () => {
    const forged = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "gopher",
      Forwarded: "host=evil.example",
    };
    const more = {
      "X-Forwarded-Port": "99",
      "X-Forwarded-Prefix": "/evil",
      "CF-Connecting-IP": "6.6.6.6",
      "X-Real-IP": "6.6.6.6",
    };
    const { body } = await sendRaw(
      front.port,
      writeRequest("GET /docs", { ...forged, ...more, "X-Vercel-IP-Country": "XX" }),
    );
    expect(body).not.toMatch(/evil|gopher|6\.6\.6\.6|"XX"/);
    expect(JSON.parse(body)).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "qr.example.com",
    });
  });

  it("answers 400 to a request without Host", async () => {
    expectProblem(await sendRaw(front.port, "GET /api/echo HTTP/1.1\r\n\r\n"), 400, "invalid_request");
  });

  it("sends Strict-Transport-Security with every response if BASE_URL is https", async () => {
    for (const path of ["/docs", "/api/echo", "//"]) {
      const { headers } = await sendRaw(front.port, writeRequest(`GET ${path}`));
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(headers["x-request-id"]).toMatch(/^req_/);
    }
  });
});

describe("A12: client address", () => {
  it("is the peer's, whatever headers the client sends", async () => {
    const { body } = await sendRaw(
      front.port,
      writeRequest("GET /api/echo", { "X-Forwarded-For": "6.6.6.6", "X-Real-IP": "6.6.6.6" }),
    );
    expect(JSON.parse(body)).toMatchObject({ clientAddress: "127.0.0.1" });
    expect(body).not.toContain("6.6.6.6");
  });

  it("is not hidden by a flood of headers: the request is refused", async () => {
    const junk = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-Junk-${i}`, "1"]));
    const ask = (count: number) =>
      sendRaw(
        front.port,
        writeRequest("GET /api/echo", { ...junk(count), "X-Forwarded-For": "198.51.100.7" }),
        0,
        "127.0.0.2",
      );
    expect(JSON.parse((await ask(98)).body)).toMatchObject({ clientAddress: "198.51.100.7" });
    expectProblem(await ask(99), 431, "invalid_request");
  });

  it("is the rightmost untrusted hop behind a trusted proxy, in one or several headers", async () => {
    const socket = connect({ port: front.port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    socket.write(
      writeRequest("GET /api/echo", {
        "X-Forwarded-For": "6.6.6.6, 198.51.100.7\r\nX-Forwarded-For: ::ffff:198.51.100.8",
        Connection: "close",
      }),
    );
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text).toContain('"clientAddress":"198.51.100.8"');
  });

  it("of a request from Next to its own process is the signed one, with the original host", async () => {
    const type = { "Content-Type": "text/plain", "Content-Length": "0" };
    const form = { Origin: "https://qr.example.com", "Next-Action": "7f00", ...type };
    const inner = { ...form, Host: "127.0.0.1:3000", "X-Forwarded-Host": "qr.example.com" };
    const ask = async (header: string) => {
      const { body } = await sendRaw(
        front.port,
        writeRequest("POST /account", { ...inner, [clientHeader]: header }),
      );
      return (JSON.parse(body) as { headers: Record<string, string> }).headers;
    };
    const own = signClientAddress("198.51.100.9");
    expect(await ask(own)).toMatchObject({ host: "qr.example.com", "x-forwarded-for": "198.51.100.9" });
    for (const forged of ["198.51.100.9", `x${own}`, own.replace(/^./, "!"), " 198.51.100.9"]) {
      expect(await ask(forged)).toMatchObject({ host: "127.0.0.1:3000", "x-forwarded-for": "127.0.0.1" });
    }
  });
});
