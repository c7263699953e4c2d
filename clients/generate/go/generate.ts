import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Document,
  isPaged,
  isPublic,
  isRepeatable,
  listMethods,
  namesIn,
  type Schema,
} from "../list-methods";
import type { GeneratedFile } from "../typescript";

const fileOf = (name: string) => fileURLToPath(new URL(`../../go/${name}`, import.meta.url));
const tool = fileURLToPath(new URL("../../../tools/oapi-codegen", import.meta.url));

const config = {
  package: "quietzone",
  generate: { models: true, client: true },
  compatibility: { "always-prefix-enum-values": true },
  "output-options": { "skip-prune": true },
};

/** Whether Go is here in the version that tools/oapi-codegen needs. */
export function hasGo(): boolean {
  try {
    const [, minor] = /go1\.(\d+)/.exec(execFileSync("go", ["version"], { encoding: "utf8" })) ?? [];
    return Number(minor) >= 25;
  } catch {
    return false;
  }
}

/** Models and client by oapi-codegen, of the version that tools/oapi-codegen pins, iterators, and what takes no key. Needs Go. */
export function generateGo(document: Document): GeneratedFile[] {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-go-"));
  try {
    const [spec, settings] = [join(folder, "openapi.json"), join(folder, "config.json")];
    writeFileSync(spec, JSON.stringify(trim(document)));
    writeFileSync(settings, JSON.stringify(config));
    const output = join(folder, "api.go");
    execFileSync("go", ["tool", "oapi-codegen", "-config", settings, "-o", output, spec], {
      cwd: tool,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return [
      { file: fileOf("api.gen.go"), text: guardPaths(readFileSync(output, "utf8")) },
      { file: fileOf("iterators.gen.go"), text: writeIterators(document) },
      { file: fileOf("public.gen.go"), text: writePublicOperations(document) },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With each id written into its path by `stylePath` of clients/go/client.go, which refuses what would change the path. */
function guardPaths(text: string): string {
  const style = /runtime\.StyleParamWithOptions\("simple", false, ("\w+"), (\w+), .*ParamLocationPath.*\)$/gm;
  const guarded = text.replace(style, "stylePath($1, $2)");
  if (guarded.includes("ParamLocationPath"))
    throw new Error("oapi-codegen writes ids into paths in another way");
  return guarded;
}

/** Without headers and errors, which the transport handles for every call. Ids are strings, as everywhere else. */
function trim(document: Document): object {
  for (const method of listMethods(document)) {
    const { operation, verb } = method;
    if (isRepeatable(operation) !== (verb === "POST" && !isPublic(method))) {
      throw new Error(
        `${operation.operationId}: clients/go/transport.go sends a key with every POST that is not public`,
      );
    }
  }
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([verb, operation]) => {
      const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
      const successes = Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .map(([status, { headers: _, ...answer }]) => [status, answer]);
      const kept = {
        operationId,
        summary,
        description,
        parameters: parameters.filter((parameter) => parameter.in !== "header"),
        ...(requestBody && { requestBody }),
        responses: Object.fromEntries(successes),
      };
      return [verb, kept];
    });
    return [path, Object.fromEntries(operations)];
  });
  const { openapi, info, components } = document;
  const { schemas } = components;
  return JSON.parse(
    JSON.stringify({ openapi, info, paths: Object.fromEntries(paths), components: { schemas } }),
    (key, value) => (key === "format" && ["uuid", "email"].includes(value) ? undefined : value),
  );
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const head = `// Code generated from docs/openapi by npm run openapi. DO NOT EDIT.

package quietzone
`;

/** By verb and path, since oapi-codegen tells clients/go/transport.go nothing else about an operation. */
function writePublicOperations(document: Document): string {
  const operations = listMethods(document)
    .filter(isPublic)
    .map(({ verb, path }) => `\t"${verb} ${path.replace(/\{\w+\}/g, "*")}",\n`);
  return `${head}
// publicOperations take no key; a * is an id.
var publicOperations = []string{
${operations.join("")}}
`;
}

/** A function for each list that is read by cursor. */
function writeIterators(document: Document): string {
  const iterators = listMethods(document)
    .filter(({ operation }) => isPaged(operation))
    .map(({ operation }) => {
      const name = capitalise(operation.operationId);
      const items = operation.responses["200"]?.content?.["application/json"]?.schema.properties?.data?.items;
      const item = nameOf(items, operation.operationId);
      const ids = namesIn(operation, "path");
      const given = ids.map((id) => `${id} string, `).join("");
      const passed = ids.map((id) => `${id}, `).join("");
      const plural = name.replace(/^List/, "ListAll");
      return `// ${plural} returns every item of ${name}, reading a page when it is needed.
func (q *Quietzone) ${plural}(ctx context.Context, ${given}params *${name}Params) iter.Seq2[${item}, error] {
	return readPages(func(cursor *string) ([]${item}, *string, error) {
		asked := ${name}Params{}
		if params != nil {
			asked = *params
		}
		asked.Page, asked.Cursor = nil, cursor
		if asked.Limit == nil {
			asked.Limit = Ptr(100)
		}
		answer, err := q.${name}WithResponse(ctx, ${passed}&asked)
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Data, answer.JSON200.Pagination.NextCursor, nil
	})
}`;
    });
  return `${head}
import (
	"context"
	"iter"
)

${iterators.join("\n\n")}
`;
}

function nameOf(schema: Schema | undefined, operationId: string): string {
  if (schema?.$ref) return schema.$ref.replace(/.*\//, "");
  throw new Error(`${operationId} lists items without a name: give their schema one`);
}
