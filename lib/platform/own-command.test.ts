import { afterEach, expect, it, vi } from "vitest";
import { configOf, readDockerfile } from "@/e2e/support/deploy/dockerfile";
import { ownCommand } from "./own-command";

const image = readDockerfile(new URL("../../Dockerfile", import.meta.url).pathname).stages.at(-1)!;

afterEach(() => vi.unstubAllEnvs());

it("names npm's scripts in a checkout", () => {
  expect([ownCommand("start"), ownCommand("worker"), ownCommand("admin")]).toEqual([
    "npm start",
    "npm run worker",
    "npm run --silent admin --",
  ]);
});

it("names the image's programs where those are called", () => {
  vi.stubEnv("STARTED_AS", configOf(image).environment.STARTED_AS);
  expect([ownCommand("worker"), ownCommand("admin")]).toEqual(["node dist/worker.js", "node dist/admin.js"]);
});

it("names the tarball's own command where that started the program", () => {
  vi.stubEnv("STARTED_AS", "npx quietzone-server");
  expect([ownCommand("start"), ownCommand("worker"), ownCommand("admin")]).toEqual([
    "npx quietzone-server",
    "npx quietzone-server worker",
    "npx quietzone-server admin",
  ]);
});
