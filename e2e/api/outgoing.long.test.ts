import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { sendRaw } from "../support/process/raw-http";
import { openServices } from "../support/process/services";
import { call, post } from "../support/public-api";

const { newFolder, start } = openServices();

describe("S10: WEBHOOK_ALLOWED_CIDRS", () => {
  it.each(["0.0.0.0/0", "::/0", "10.0.0.0/8,0.0.0.0/0", "0.0.0.0/1,128.0.0.0/1"])(
    "stops the start with an error when it allows every address (%s)",
    (WEBHOOK_ALLOWED_CIDRS) => {
      const settings = { DATA_DIR: newFolder(), WEBHOOK_ALLOWED_CIDRS };
      for (const program of ["dist/start.js", "dist/worker.js"]) {
        const { status, stderr } = spawnSync(process.execPath, [program], {
          encoding: "utf8",
          env: { PATH: "/usr/bin:/bin", NODE_ENV: "production", ...settings },
          timeout: 30_000,
        });
        expect(status).toBe(1);
        expect(stderr).toMatch(/^WEBHOOK_ALLOWED_CIDRS must not let in every address; .*\.\n$/);
      }
    },
  );

  it("logs one warning at start when set, without naming the networks", async () => {
    const database = { DATABASE_URL: inject("databaseUrl"), WORKER: "separate" };
    const open = await start({
      ...database,
      DATA_DIR: newFolder(),
      WEBHOOK_ALLOWED_CIDRS: "127.9.0.0/16, ::1",
    });
    const closed = await start({ ...database, DATA_DIR: newFolder() });
    const told = open
      .output()
      .split("\n")
      .filter((line) => line.includes("WEBHOOK_ALLOWED_CIDRS"));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? "")).toMatchObject({
      level: "warn",
      setting: "WEBHOOK_ALLOWED_CIDRS",
      count: 2,
    });
    expect(open.output()).not.toContain("127.9");
    expect(closed.output()).not.toContain("WEBHOOK_ALLOWED_CIDRS");
  });
});

describe("S11: client input never makes the service open a connection", () => {
  let listener: Server;
  let calls = 0;
  let elsewhere: string;

  beforeAll(async () => {
    listener = createServer((socket) => {
      calls++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    elsewhere = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    calls = 0;
  });

  afterAll(() => void listener.close());

  const servicePort = () => Number(new URL(inject("baseUrl")).port);

  it("with an absolute-form target, with or without an upgrade", async () => {
    const upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n";
    for (const more of ["", upgrade]) {
      for (const target of [
        `http://${elsewhere}/`,
        `https://${elsewhere}/`,
        `ws://${elsewhere}/`,
        `//${elsewhere}/`,
      ]) {
        for (const host of [elsewhere, `localhost:${servicePort()}`]) {
          const { status } = await sendRaw(
            servicePort(),
            `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`,
          );
          expect([400, 421, 426], `${target} ${more}`).toContain(status);
        }
      }
    }
    expect(calls).toBe(0);
  });

  it("with an upgrade of the service's own paths, all rejected", async () => {
    for (const path of [
      "/",
      "/api/health",
      "/_next/webpack-hmr",
      "/_next/image",
      "/api/inngest",
      "/r/aaaaaaaa",
    ]) {
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${servicePort()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
      const { status } = await sendRaw(
        servicePort(),
        `${head}Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
      expect([400, 426], path).toContain(status);
    }
  });

  it("with Next's image optimiser", async () => {
    for (const url of [`http://${elsewhere}/a.png`, `//${elsewhere}/a.png`, `/@${elsewhere}/a.png`]) {
      const { status } = await call(`/_next/image?w=64&q=75&url=${encodeURIComponent(url)}`);
      expect([400, 404]).toContain(status);
    }
    expect(calls).toBe(0);
  });

  it("with the URL of a logo, or a URL as content", async () => {
    for (const dataUrl of [`https://${elsewhere}/logo.png`, `http://${elsewhere}/logo.png`]) {
      const settings = { logo: { enabled: true, dataUrl } };
      expect((await post({ type: "url", content: "https://example.com/", settings })).status).toBe(400);
    }
    expect((await post({ type: "url", content: `http://${elsewhere}/` })).status).toBe(200);
    expect(calls).toBe(0);
  });
});
