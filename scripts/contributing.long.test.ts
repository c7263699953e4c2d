import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The example of CONTRIBUTING.md as its reader gets it: by the page's own command. */
let folder: string;
let patch: string;
let files: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "quietzone-contributing-"));
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const command = /^sed .*(?= && git apply)/m.exec(page)?.[0] ?? "";
  cpSync("CONTRIBUTING.md", join(folder, "CONTRIBUTING.md"));
  execFileSync("/bin/sh", ["-c", command], { cwd: folder });
  patch = readFileSync(join(folder, "example.patch"), "utf8");
  files = [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = ""]) => file);
  for (const file of files.filter((one) => existsSync(one))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  execFileSync("git", ["apply", "example.patch"], { cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of the example's files, laid over those of the project. */
function findFaults(): string[] {
  const own = new Map(files.map((file) => [resolve(file), readFileSync(join(folder, file), "utf8")]));
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const system = { ...ts.sys };
  const host = ts.createCompilerHost({ ...options, incremental: false });
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => own.has(path) || fileExists.call(system, path);
  host.readFile = (path) => own.get(path) ?? readFile.call(system, path);
  host.getSourceFile = (path, languageVersion, ...others) => {
    const text = own.get(path);
    if (text === undefined) return getSourceFile.call(host, path, languageVersion, ...others);
    return ts.createSourceFile(path, text, languageVersion);
  };
  const program = ts.createProgram([...own.keys()], { ...options, incremental: false }, host);
  return [...own.keys()].flatMap((path) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
      ...program.getSemanticDiagnostics(program.getSourceFile(path)),
    ].map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`),
  );
}

describe("the example in CONTRIBUTING.md", () => {
  it("changes seven files, adding fewer than 60 lines and removing none", () => {
    expect(files.map((file) => file.replace(/.*\//, ""))).toEqual([
      "schema.ts",
      "payload.ts",
      "index.ts",
      "qr-code-contracts.ts",
      "qr-code-endpoints.ts",
      "oracle.ts",
      "payload.db.test.ts",
    ]);
    expect(patch.match(/^\+(?!\+\+ )/gm)?.length).toBeLessThan(60);
    expect(patch).not.toMatch(/^-(?!-- )/m);
  });

  it("compiles with the project's types", { timeout: 120_000 }, () => {
    expect(findFaults()).toEqual([]);
  });

  it("passes the project's Biome check", () => {
    cpSync("biome.json", join(folder, "biome.json"));
    writeFileSync(join(folder, "package.json"), "{}");
    const biome = resolve("tools/node_modules/@biomejs/biome/bin/biome");
    const words = [biome, "check", "--vcs-enabled=false", ...files];
    expect(() => execFileSync(process.execPath, words, { cwd: folder, stdio: "pipe" })).not.toThrow();
  });

  it("adds an endpoint that the API does not have", () => {
    expect(readFileSync("docs/openapi/v1.json", "utf8")).not.toContain("/payload");
  });
});
