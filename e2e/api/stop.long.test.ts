import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { copyTemplate } from "../support/database";
import { findFreePort } from "../support/free-port";
import { newClient, path } from "../support/public-api";
import { findProcesses, type RunningService, startBuiltService } from "../support/service";

const folder = mkdtempSync(join(tmpdir(), "quietzone-stop-"));
copyTemplate(folder);
const settings = { DATA_DIR: folder, TRUSTED_PROXIES: "127.0.0.1, ::1" };
const body = JSON.stringify({ type: "url", content: "https://example.com/" });

afterAll(() => {
  expect(findProcesses(folder)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

/** One POST over the agent's connections: its status, or the error that the client saw. */
function post(service: RunningService, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request(`${service.baseUrl}${path}`, {
      method: "POST",
      agent,
      headers: { "content-type": "application/json", "x-forwarded-for": newClient() },
    });
    call.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.complete ? (response.statusCode ?? 0) : "cut"));
      response.on("error", () => resolve("cut"));
    });
    call.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end(body);
  });
}

/** Sends the head of a POST; resolves when the service has taken the request and waits for its body. */
async function beginPost(socket: Socket, length: number): Promise<void> {
  const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}Expect: 100-continue\r\n\r\n`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.pause();
}

describe("O3: SIGTERM", () => {
  it("under load drops no accepted request and leaves no process behind", async () => {
    const service = await startBuiltService(settings);
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const seen = new Map<number | string, number>();
    let isStopped = false;
    const clients = Array.from({ length: 16 }, async () => {
      while (!isStopped) {
        const outcome = await post(service, agent);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        // Nobody listens any more: that request was not taken.
        if (outcome === "ECONNREFUSED") await sleep(20);
      }
    });
    await expect.poll(() => seen.get(200) ?? 0).toBeGreaterThan(100);
    expect(await service.stop()).toBe(0);
    isStopped = true;
    await Promise.all(clients);
    agent.destroy();
    expect([...seen.keys()].sort()).toEqual([200, "ECONNREFUSED"]);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("reaches the service through npm start", async () => {
    const service = await startBuiltService({ ...settings, HOME: folder }, ["npm", "start"]);
    expect(await service.stop()).toBe(0);
    expect(findProcesses(folder)).toEqual([]);
    await expect(fetch(`${service.baseUrl}/api/health/live`)).rejects.toThrow();
  });

  it("lets a request with an unfinished body complete, and reports stopping to probes at once", async () => {
    const service = await startBuiltService(settings);
    const { port } = new URL(service.baseUrl);
    const slow = connect(Number(port), "127.0.0.1");
    const probe = connect(Number(port), "127.0.0.1");
    await Promise.all([once(slow, "connect"), once(probe, "connect")]);
    await beginPost(slow, body.length);
    slow.write(body.slice(0, 10));
    const stopped = service.stop();
    await expect
      .poll(() => fetch(`${service.baseUrl}/api/health/live`).catch(() => "refused"))
      .toBe("refused");
    probe.write("GET /api/health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let told = "";
    for await (const chunk of probe) told += chunk;
    expect(told).toMatch(/^HTTP\/1\.1 503 [\s\S]*"stopping"/);
    // The stop must still be waiting after this time; no event reports that.
    await sleep(300);
    slow.write(body.slice(10));
    let answer = "";
    for await (const chunk of slow) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/connection: close/i);
    expect(await stopped).toBe(0);
  });

  it("keeps serving for SHUTDOWN_DELAY_SECONDS, but answers readiness probes with 503", async () => {
    const service = await startBuiltService({ ...settings, SHUTDOWN_DELAY_SECONDS: "5" });
    const statusOf = (probe: string) =>
      fetch(`${service.baseUrl}/api/health/${probe}`).then(({ status }) => status);
    expect(await statusOf("accepting")).toBe(200);
    const stopped = service.stop();
    await expect.poll(() => statusOf("ready"), { interval: 20 }).toBe(503);
    expect(await statusOf("accepting")).toBe(503);
    // Over a connection of its own, which is not told to close either.
    const agent = new Agent({ keepAlive: true });
    expect(await post(service, agent)).toBe(200);
    const { status, headers } = await fetch(`${service.baseUrl}/api/health/live`);
    expect([status, headers.get("connection")]).toEqual([200, "keep-alive"]);
    agent.destroy();
    expect(await stopped).toBe(0);
  });

  it("has the same effect as SIGINT, and a later second signal ends the wait for open requests", async () => {
    const hurried = await startBuiltService(settings);
    const patient = await startBuiltService(settings);
    for (const { baseUrl } of [hurried, patient]) {
      const stuck = connect(Number(new URL(baseUrl).port), "127.0.0.1");
      stuck.on("error", () => {});
      await once(stuck, "connect");
      await beginPost(stuck, 100);
    }
    const ended: string[] = [];
    const endOf = ({ process }: RunningService, name: string) =>
      once(process, "exit").then((exit) => {
        ended.push(name);
        return exit;
      });
    const ends = [endOf(hurried, "hurried"), endOf(patient, "patient")];
    patient.process.kill("SIGINT");
    hurried.process.kill("SIGINT");
    hurried.process.kill("SIGINT");
    // Twice within a second is one wish: npm and the terminal both pass on a Ctrl-C.
    await sleep(1_300);
    expect(ended).toEqual([]);
    hurried.process.kill("SIGINT");
    expect(await Promise.all(ends)).toEqual(Array(2).fill([0, null]));
    expect(ended).toEqual(["hurried", "patient"]);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("during the start ends the process without leaving others behind", async () => {
    for (const afterMs of [50, 400, 900]) {
      const child = spawn(process.execPath, ["dist/start.js"], {
        env: {
          PATH: "/usr/bin:/bin",
          NODE_ENV: "production",
          ...settings,
          PORT: String(await findFreePort()),
        },
        stdio: "ignore",
      });
      const exited = once(child, "exit");
      // Each delay interrupts the start at a different stage.
      await sleep(afterMs);
      child.kill("SIGTERM");
      const [status, signal] = await exited;
      // Before its first statement Node ends by the signal itself.
      expect(status === 0 || signal === "SIGTERM").toBe(true);
      expect(findProcesses(folder)).toEqual([]);
    }
  });
});

it("O7: an unhandled rejection is logged, ends the process with status 1 and stops the database", async () => {
  const crash = "process.once('SIGUSR2', () => void Promise.reject(new Error('crash on purpose')))";
  const service = await startBuiltService({
    ...settings,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`,
  });
  const exited = once(service.process, "exit");
  service.process.kill("SIGUSR2");
  const [status] = await exited;
  expect(status).toBe(1);
  const line = service
    .output()
    .split("\n")
    .find((text) => text.includes("crash on purpose"));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ level: "fatal", err: { message: "crash on purpose" } });
  expect(findProcesses(folder)).toEqual([]);
});
