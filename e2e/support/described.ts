import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { type Answer, call } from "./public-api";

interface Operation {
  operationId: string;
  responses: Record<
    string,
    {
      headers?: Record<string, { required?: boolean }>;
      content?: Record<string, unknown>;
      links?: Record<string, { parameters: Record<string, string> }>;
    }
  >;
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, unknown>;
  info: { version: string };
}

/** Headers of every answer of the service that no description repeats. */
const common =
  /^(?:content-(?:type|length)|date|connection|keep-alive|cache-control|x-content-type-options|cross-origin-.*|access-control-.*)$/;

/** A description as the service serves it, to hold answers against. */
export interface Description {
  document: Document;
  /** Checks a whole answer to an operation: its status, headers in both directions, media type and body. */
  expectDescribed(answer: Answer | undefined, template: string, method: string): void;
  /** Checks the body of an event that is sent to webhooks. */
  expectEvent(kind: string, body: unknown): void;
}

export async function readDescription(address: string): Promise<Description> {
  const document = (await call(address)).json as unknown as Document;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(document as never, "document");
  const compiled = new Map<string, ValidateFunction>();
  const compile = (pointer: string): ValidateFunction => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  const escapePart = (part: string) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
  const pointTo = (...parts: string[]) => compile(parts.map(escapePart).join("/"));
  return {
    document,
    expectEvent(kind, body) {
      const validate = pointTo(
        "webhooks",
        kind,
        "post",
        "requestBody",
        "content",
        "application/json",
        "schema",
      );
      expect(validate(body), `${kind}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    },
    expectDescribed(answer, template, method) {
      if (answer === undefined) throw new Error("there is no answer");
      const status = String(answer.status);
      const response = document.paths[template]?.[method]?.responses[status];
      expect(response, `${method} ${template} describes ${status}: ${answer.text}`).toBeDefined();
      const described = Object.entries(response?.headers ?? {});
      for (const [name, header] of described) {
        if (header.required) expect(answer.headers.get(name), `${name} of ${status}`).not.toBeNull();
      }
      const names = described.map(([name]) => name.toLowerCase());
      for (const name of answer.headers.keys()) {
        if (!common.test(name)) expect(names, `${method} ${template} ${status}`).toContain(name);
      }
      const type = answer.headers.get("content-type")?.split(";")[0];
      if (type !== undefined) expect(Object.keys(response?.content ?? {})).toContain(type);
      if (answer.json === undefined || type === undefined) return;
      const validate = pointTo("paths", template, method, "responses", status, "content", type, "schema");
      expect(
        validate(answer.json),
        `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)}`,
      ).toBe(true);
    },
  };
}
