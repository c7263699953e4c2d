import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cropForLog } from "./log";

/** Runs a script that logs, and returns what it wrote to standard output. */
function logged(script: string): string {
  const source = `import { log } from "./lib/platform/log"; ${script}; log.flush();`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", source],
    { encoding: "utf8", env: { PATH: "/usr/bin:/bin", NODE_ENV: "test", LOG_LEVEL: "debug" } },
  );
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

it("I10: logs a hostile string as one cropped line of JSON with its control characters escaped", () => {
  const output = logged(`
    const hostile = "\\u001b[31mred\\r\\n{\\"level\\":\\"fatal\\"}\\u0000\\u009b\\u2028\\u202e" + "x".repeat(1_000_000);
    log.info({ path: hostile, requestId: "req_1" }, hostile);
    log.error({ err: new Error(hostile) }, "failed");`);
  const lines = output.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(output.length).toBeLessThan(16_000);
  for (const line of lines) {
    const visit = (value: unknown): void => {
      if (typeof value === "string") {
        expect(value.length).toBeLessThanOrEqual(512);
        expect(value).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
      } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
    };
    visit(JSON.parse(line));
  }
  expect(JSON.parse(lines[0] as string).path).toMatch(/^\\u001b\[31mred\\u000d\\u000a/);
});

it("O5: omits fields off the list, credentials in URLs and Prisma's arguments", () => {
  const output = logged(`
    log.info({ authorization: "Bearer canary-1", ip: "203.0.113.9", query: "?a=canary-2", count: 1 }, "x");
    log.warn({ err: new Error("no route to postgresql://user:canary-3@db/x") }, "x");
    const prisma = new Error("Invalid \`create()\` invocation: { content: 'canary-4' }\\n\\nUnique constraint failed");
    prisma.name = "PrismaClientKnownRequestError";
    log.warn({ err: prisma }, "x");`);
  expect(output).not.toMatch(/canary|203\.0\.113/);
  expect(output).toContain('"count":1');
  expect(output).toContain("Unique constraint failed");
});

it("crops after escaping, so that no string exceeds the limit", () => {
  expect(cropForLog("\u0000".repeat(600))).toHaveLength(512);
  expect(cropForLog("é".repeat(512))).toBe("é".repeat(512));
});

/** Logs 50 lines a tick apart where `command` says, and returns how many it counted as dropped. */
function droppedBy(command: string): number {
  const source = `import { log } from "./lib/platform/log"; import { registry } from "./lib/platform/metrics";
    for (let i = 0; i < 50; i++) { log.info({ count: i }, "x".repeat(80)); await new Promise((done) => setTimeout(done, 2)); }
    log.flush();
    await new Promise((done) => setTimeout(done, 300));
    process.stderr.write(await registry.getSingleMetricAsString("quietzone_log_lines_dropped_total"));`;
  const { stderr, status } = spawnSync("sh", ["-c", command, process.execPath, source], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", NODE_ENV: "test", TSX_DISABLE_CACHE: "1" },
  });
  expect(status, stderr).toBe(0);
  return Number(/^quietzone_log_lines_dropped_total (\d+)$/m.exec(stderr)?.[1]);
}

const run = '"$0" --import tsx --input-type=module -e "$1"';

it("counts the lines that a full disk rejects as dropped", () => {
  expect(droppedBy(`${run} > /dev/full`)).toBe(50);
});

it("writes only whole lines up to the file size limit, and counts the rest as dropped", () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-log-"));
  const file = join(folder, "log");
  const dropped = droppedBy(`ulimit -f 4; exec ${run} > ${file}`);
  const whole = readFileSync(file, "utf8").match(/^\{.*\}$/gm) ?? [];
  expect(whole.length).toBeGreaterThan(0);
  expect(dropped + whole.length).toBe(50);
  rmSync(folder, { recursive: true });
});

it("survives a closed pipe and counts the lines as dropped", () => {
  expect(droppedBy(`${run} | true`)).toBeGreaterThan(40);
});
