import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { ensurePython } from "../support/python-environment.mjs";
import findings from "./schemathesis/findings.json";

/** What one kind of failure was found of, as schemathesis reports it. */
interface Failure {
  /** Such as ST202; https://schemathesis.readthedocs.io has them. */
  code: string;
  title: string;
  operations: string[];
}

/** Failures that stay, each with its reason. */
const known = findings as Record<string, { code: string; operations: string[] | "*"; reason: string }[]>;

/** Each call comes with a key from the hook: what happens without one, the matrix of permissions shows. */
const excluded = "ignored_auth,missing_required_header";
const keyCount = 8;

let python: string;
let folder: string;

beforeAll(async () => {
  python = ensurePython({
    name: "schemathesis",
    requirements: "e2e/conformance/schemathesis/requirements.txt",
    probe: "import schemathesis",
    remedy: "Install python3-venv and allow pip to reach its index.",
  });
  folder = await mkdtemp(join(tmpdir(), "quietzone-schemathesis-"));
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function findFailures(name: string): Promise<Failure[]> {
  const account = await newAccount("pro");
  const keys = await Promise.all(
    Array.from({ length: keyCount }, () => newKey(account, { rateLimit: 5_000 })),
  );
  const report = join(folder, `${name}.json`);
  // A virtual environment that was moved has no commands of its own.
  const start = ["-c", "from schemathesis.cli import schemathesis; schemathesis()"];
  const words = [
    ...start,
    "run",
    resolve(`docs/openapi/${name}.json`),
    "--url",
    inject("baseUrl"),
    "--seed",
    "1",
  ];
  const how = [
    "--phases",
    "examples,coverage,fuzzing,stateful",
    "--max-examples",
    "40",
    "--continue-on-failure",
  ];
  const also = ["--exclude-checks", excluded, "--suppress-health-check", "all", "--report-json-path", report];
  const env = {
    ...process.env,
    PYTHONPATH: resolve("e2e/conformance/schemathesis"),
    SCHEMATHESIS_HOOKS: "hooks",
    API_KEYS: keys.map(({ apiKey }) => apiKey).join(","),
  };
  // It ends with 1 where anything was found, which the report tells.
  await promisify(execFile)(python, [...words, ...how, ...also], { cwd: folder, env, maxBuffer: 1e9 }).catch(
    () => {},
  );
  const { failures, complete, errors } = JSON.parse(await readFile(report, "utf8")) as {
    failures: Failure[];
    complete: boolean;
    errors: unknown[];
  };
  expect({ complete, errors }).toEqual({ complete: true, errors: [] });
  return failures;
}

it.each(["public", "v1"])(
  "schemathesis finds no failures in document %s except those listed with a reason",
  async (name) => {
    const listed = known[name] ?? [];
    const news = (await findFailures(name)).map(({ code, title, operations }) => ({
      ...{ code, title },
      operations: operations.filter(
        (operation) =>
          !listed.some(
            (one) => one.code === code && (one.operations === "*" || one.operations.includes(operation)),
          ),
      ),
    }));
    expect(news.filter(({ operations }) => operations.length > 0)).toEqual([]);
  },
  400_000,
);
