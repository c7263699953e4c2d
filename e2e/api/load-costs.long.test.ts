import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, inject, it } from "vitest";

it("bench --costs reports server and database time for a redirect, a create and a chart", () => {
  const url = inject("baseUrl");
  const words = [
    "--costs",
    "--url",
    url,
    "--url",
    url,
    "--codes",
    "600",
    "--rate",
    "200",
    "--minutes",
    "0.1",
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "bench/drive/run.ts", ...words],
    { cwd: resolve("."), env: { ...process.env, DATABASE_URL: inject("databaseUrl") }, encoding: "utf8" },
  );
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  const costs = [
    ...stdout.matchAll(/^(\w+) +([\d,]+) times, each: servers ([\d.]+) ms, PostgreSQL ([\d.]+) ms/gm),
  ];
  expect(costs.map(([, kind, times]) => [kind, times])).toEqual([
    ["redirect", "1,200"],
    ["create", "120"],
    ["chart", "120"],
  ]);
  for (const [line, , , server, database] of costs) {
    expect(Number(server), line).toBeGreaterThan(0);
    expect(Number(database), line).toBeGreaterThan(0);
  }
});

it("bench --costs ends without figures when it is interrupted", async () => {
  const words = ["--costs", "--url", inject("baseUrl"), "--codes", "600", "--minutes", "1"];
  const child = spawn(process.execPath, ["--import", "tsx", "bench/drive/run.ts", ...words], {
    env: { ...process.env, DATABASE_URL: inject("databaseUrl") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part) => {
    // The first line of progress.
    if (!said.includes("of 60 s:") && String(part).includes("of 60 s:")) child.kill("SIGINT");
    said += part;
  });
  const [status] = await once(child, "exit");
  expect(said).toContain("Stopped before redirect was measured.\n");
  expect([status, /times, each|^create/m.test(said)]).toEqual([0, false]);
});
