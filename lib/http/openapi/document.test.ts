import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { errorCodes } from "@/lib/platform/errors";
import { errorCatalogue } from "../errors/catalogue";
import { committedDocument, committedFile } from "./committed";
import { describeApi } from "./document";

/** Every schema in the document, with the path to it. */
function* listSchemas(node: unknown, path = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isSchemas = key === "properties" && typeof value === "object" && value !== null;
    if (isSchemas)
      for (const [name, schema] of Object.entries(value)) {
        yield [`${path}.${name}`, schema as Record<string, unknown>];
      }
    yield* listSchemas(value, `${path}.${key}`);
  }
}

describe("the OpenAPI document", () => {
  it("is committed as it is made (npx tsx lib/http/openapi/write.ts)", () => {
    expect(readFileSync(committedFile, "utf8")).toBe(committedDocument());
  });

  it("satisfies Redocly's recommended rules", async () => {
    const folder = await mkdtemp(join(tmpdir(), "quietzone-openapi-"));
    try {
      await writeFile(join(folder, "public.json"), committedDocument());
      await writeFile(
        join(folder, "redocly.yaml"),
        "extends: [recommended]\nrules:\n  no-server-example.com: off\n",
      );
      const redocly = join(process.cwd(), "node_modules/@redocly/cli/bin/cli.js");
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [redocly, "lint", "--max-problems=50", "public.json"],
        {
          cwd: folder,
          env: {
            HOME: folder,
            NODE_ENV: "production",
            CI: "true",
            REDOCLY_TELEMETRY: "off",
            REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
          },
        },
      ).catch((error) => error);
      expect(`${stdout}${stderr}`).toContain("Your API description is valid");
      expect(`${stdout}${stderr}`).not.toMatch(/\d+ (?:warning|error)/i);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("describes every field of what is sent", () => {
    const { components, paths } = describeApi("http://x");
    const requestBody = paths?.["/api/public/qr-codes"]?.post?.requestBody;
    const schemas = components?.schemas ?? {};
    const silent = [...listSchemas(requestBody), ...listSchemas(schemas.PublicQrCodeRequest)].filter(
      ([, { description }]) => !description,
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it("names its server, and nothing else changes with the address", () => {
    const [one, two] = ["https://a.example", "https://b.example"].map((url) =>
      JSON.stringify(describeApi(url)),
    );
    expect(one?.replaceAll("a.example", "b.example")).toBe(two);
    expect(describeApi("https://a.example").servers?.[0]?.url).toBe("https://a.example");
  });
});

describe("errorCatalogue", () => {
  it("has an entry for every code, each with a remedy", () => {
    expect(Object.keys(errorCatalogue).sort()).toEqual([...errorCodes].sort());
    for (const entry of Object.values(errorCatalogue)) {
      expect(entry.status).toBeGreaterThanOrEqual(400);
      for (const words of [entry.title, entry.meaning, entry.remedy])
        expect(words.length).toBeGreaterThan(10);
    }
  });
});
