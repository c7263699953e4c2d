import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { ownCommand } from "./own-command";

const root = new URL("../..", import.meta.url).pathname;

afterEach(() => vi.unstubAllEnvs());

it("names npm's scripts in a checkout", () => {
  expect([ownCommand("start"), ownCommand("worker"), ownCommand("admin")]).toEqual([
    "npm start",
    "npm run worker",
    "npm run --silent admin --",
  ]);
});

it.each([
  ["Dockerfile", "node dist/admin.js"],
  ["deploy/quietzone.service", "quietzone-admin"],
  ["deploy/quietzone-worker.service", "quietzone-admin"],
  ["deploy/quietzone-admin", "quietzone-admin"],
])("names the command that works where %s starts the service", (file, command) => {
  const [, name] = /\bSTARTED_AS=(\w+)/.exec(readFileSync(`${root}${file}`, "utf8")) ?? [];
  vi.stubEnv("STARTED_AS", name);
  expect(ownCommand("admin")).toBe(command);
});

it("names the tarball's own command where that started the program", () => {
  vi.stubEnv("STARTED_AS", "npx quietzone-server");
  expect([ownCommand("start"), ownCommand("worker"), ownCommand("admin")]).toEqual([
    "npx quietzone-server",
    "npx quietzone-server worker",
    "npx quietzone-server admin",
  ]);
});
