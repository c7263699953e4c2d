import { afterEach, expect, it, vi } from "vitest";
import { ownCommand } from "./own-command";

afterEach(() => vi.unstubAllEnvs());

it("names npm's scripts in a checkout", () => {
  expect([ownCommand("start"), ownCommand("worker"), ownCommand("admin")]).toEqual([
    "npm start",
    "npm run worker",
    "npm run --silent admin --",
  ]);
});

it("names the tarball's own command where that started the program", () => {
  vi.stubEnv("STARTED_AS", "npx quietzone-server");
  expect([ownCommand("start"), ownCommand("worker"), ownCommand("admin")]).toEqual([
    "npx quietzone-server",
    "npx quietzone-server worker",
    "npx quietzone-server admin",
  ]);
});
