import { isKeyed, type OpenApi, type Operation, type Response, resolve, type Schema } from "./read-openapi";

/** Ids that the document's examples use, and the shell variables that name the reader's own in their place. */
const variables: Record<string, string> = {
  "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35": "CODE_ID",
  "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d36": "TARGET_ID",
  "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47": "KEY_ID",
  "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72": "WEBHOOK_ID",
  "019a9b6f-0b7e-7d21-8c11-5a3d9e2f4b60": "DELIVERY_ID",
  "019a9b70-3d1c-7a52-9e44-2c7b8f0d6a11": "DOMAIN_ID",
  aZ09bY18cX27: "SHORT_CODE",
  "aZ09bY18.png": "FILE",
};

const exampleIds = new RegExp(Object.keys(variables).join("|"), "g");
const key = '-H "authorization: Bearer $API_KEY"';
const sandboxKey = '-H "authorization: Bearer $SANDBOX_KEY"';
const address = { type: "url", content: "https://example.com/menu" };
const menu = { name: "Menu", ...address, isDynamic: true, tags: ["summer", "winter"] };
const permissions = ["qr:read", "qr:write", "analytics:read", "webhooks:manage"];

/** One request as a command that runs as it is, with the key in `$API_KEY` where it needs one. */
interface Command {
  label: string;
  text: string;
}

/** Example requests: one for each example of the body. They use shell variables, which `writeSetUp` sets. */
export function writeRequests(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
): Command[] {
  const origin = document.servers?.[0]?.url ?? "";
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(exampleOf(operation, name) ?? name));
  const key = isKeyed(document, operation) ? ['-H "authorization: Bearer $API_KEY"'] : [];
  const examples = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  if (examples.length === 0) {
    const options = [...key, ...writeOutput(operation)];
    const text = writeCommand(method, `${origin}${filled}${writeQuery(operation)}`, options);
    return [{ label: "Shell", text: inItsEnvironment(operation, text) }];
  }
  return examples.map(({ summary, value }) => {
    const json = JSON.stringify(value).replaceAll("'", `'\\''`);
    const body = `-d '${nameSubjects(json, (variable) => `'$${variable}'`)}'`;
    const options = [...key, "-H 'content-type: application/json'", body];
    const text = writeCommand(method, `${origin}${filled}`, options);
    return { label: summary ?? "Shell", text: inItsEnvironment(operation, text) };
  });
}

/** What is for the sandbox alone names a key and a code there. */
function inItsEnvironment({ responses }: Operation, text: string): string {
  const isSandboxOnly = responses["403"] && listErrorCodes(responses["403"]).includes("sandbox_required");
  return isSandboxOnly
    ? text.replaceAll("$API_KEY", "$SANDBOX_KEY").replaceAll("$CODE_ID", "$SANDBOX_CODE_ID")
    : text;
}

function writeCommand(method: string, address: string, options: string[]): string {
  const hasBody = options.some((option) => option.startsWith("-d "));
  const verb = method === (hasBody ? "POST" : "GET") ? "" : ` -X ${method}`;
  const named = nameSubjects(address, (variable) => `$${variable}`);
  return writeLines(`curl -s${verb} ${named.includes("?") ? `"${named}"` : named}`, options);
}

function writeQuery(operation: Operation): string {
  const query = (operation.parameters ?? [])
    .filter(
      ({ in: place, name }) =>
        place === "query" && exampleOf(operation, name) !== undefined && name !== "data",
    )
    .map(({ name }) => `${name}=${encodeURIComponent(String(exampleOf(operation, name)))}`)
    .join("&");
  return query === "" ? "" : `?${query}`;
}

/** A picture goes into a file rather than onto the screen. */
function writeOutput({ responses }: Operation): string[] {
  const [type] = Object.keys(responses["200"]?.content ?? {});
  return type?.startsWith("image/") ? [`-o code.${type.slice("image/".length)}`] : [];
}

function exampleOf(operation: Operation, name: string): unknown {
  return operation.parameters?.find((parameter) => parameter.name === name)?.schema.examples?.[0];
}

/** An answer of that shape, from the examples and defaults of its schema. */
export function writeAnswer(schema: Schema, document: OpenApi): string {
  return JSON.stringify(exampleFor(schema, document), null, 2);
}

function exampleFor(schema: Schema, document: OpenApi): unknown {
  const { examples, enum: values, type, properties, required, items, ...rest } = resolve(schema, document);
  if (examples?.[0] !== undefined) return examples[0];
  if (rest.const !== undefined) return rest.const;
  if (rest.default !== undefined) return rest.default;
  if (values) return values[0];
  if (properties) {
    const shown = Object.entries(properties).filter(([name]) => required?.includes(name) !== false);
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleFor(property, document)]));
  }
  if (items) return [exampleFor(items, document)];
  return exampleOfType(Array.isArray(type) ? type[0] : type, rest);
}

function exampleOfType(type: string | undefined, { minimum, maximum, pattern }: Schema): unknown {
  if (type === "integer" || type === "number") return pickNumber(minimum, maximum);
  if (type === "boolean") return false;
  if (type === "object") return {};
  return pattern?.includes("a-fA-F") ? "#000000" : "text";
}

/** A likely value: the middle of a score, the usual of a size, the least of what has no bound. */
function pickNumber(minimum = 0, maximum = 1): number {
  if (maximum === 100) return 96;
  if (maximum >= Number.MAX_SAFE_INTEGER) return Math.max(minimum, 1);
  return maximum > 1_000 ? 256 : Math.max(minimum, Math.min(4, maximum));
}

/** The codes that a response of errors can carry, as its examples name them. */
function listErrorCodes(response: Response): string[] {
  return Object.keys(response.content?.["application/json"]?.examples ?? {});
}

/** Replaces each example id with what `write` makes of its variable. */
function nameSubjects(text: string, write: (variable: string) => string): string {
  return text.replace(exampleIds, (id) => write(variables[id] ?? id));
}

/** A step that makes what examples name. */
interface Step {
  variable: string;
  label: string;
  text: string;
  /** What needs it where no command names its variable. */
  neededBy?: RegExp;
}

/** The steps that these commands need, each after those it needs itself. */
export function writeSetUp(origin: string, commands: readonly string[]): Step[] {
  const steps = listSteps(origin);
  const needed: Step[] = [];
  let texts = commands.join("\n");
  for (const step of steps.reverse()) {
    const neededBy = step.neededBy ?? new RegExp(`\\$${step.variable}\\b`);
    if (!neededBy.test(texts)) continue;
    needed.unshift(step);
    texts += step.text;
  }
  return needed;
}

function listSteps(origin: string): Step[] {
  const v1 = `${origin}/api/v1`;
  const post = (address: string, credential: string, value: object) =>
    writeLines(`curl -s ${address}`, [
      credential,
      "-H 'content-type: application/json'",
      `-d '${JSON.stringify(value)}'`,
    ]);
  const change = writeLines(`curl -s -X PUT ${v1}/qr-codes/$CODE_ID`, [
    key,
    "-H 'content-type: application/json'",
    `-d '{"content":"https://example.com/menu/winter"}' -o /dev/null`,
  ]);
  const targets = writeLines(`curl -s ${v1}/qr-codes/$CODE_ID/targets`, [key]);
  const reading = { name: "Menu printer", permissions: ["qr:read"] };
  const sandbox = { name: "Sandbox", environment: "sandbox", permissions };
  const webhook = {
    name: "Order system",
    url: "https://example.com/quietzone",
    events: ["scan.created", "qr.updated"],
  };
  return [
    {
      variable: "SHORT_CODE",
      label: "A code, by the last part of its imageUrl",
      text: `export SHORT_CODE=$(${post(`${origin}/api/public/qr-codes`, "", address)} |\n  grep -o '/view/[^"]*' | cut -d / -f 3)`,
    },
    {
      variable: "FILE",
      label: "A code with a public image, by the last part of its imageUrl",
      text: `export FILE=$(${post(`${v1}/qr-codes`, key, { ...menu, publicImage: true })} |\n  grep -o '/i/[^"]*' | cut -d / -f 3)`,
    },
    keep("SANDBOX_KEY", "A key to the sandbox", post(`${v1}/api-keys`, key, sandbox), "apiKey"),
    keep("SANDBOX_CODE_ID", "A code in the sandbox", post(`${v1}/qr-codes`, sandboxKey, menu), "id"),
    {
      variable: "TAGS",
      label: "A code with tags",
      text: `${post(`${v1}/qr-codes`, key, menu)} \\\n  -o /dev/null`,
      neededBy: /\/tags\//,
    },
    keep("CODE_ID", "A dynamic code", post(`${v1}/qr-codes`, key, menu), "id"),
    keep("TARGET_ID", "Its earlier target", targets, "id", `${change}\n`, "tail"),
    keep("KEY_ID", "Another key", post(`${v1}/api-keys`, key, reading), "id"),
    keep("WEBHOOK_ID", "A webhook", post(`${v1}/webhooks`, key, webhook), "id"),
    keep("DOMAIN_ID", "A domain", post(`${v1}/domains`, key, { host: "links.example.com" }), "id"),
    keep("DELIVERY_ID", "A delivery", post(`${v1}/webhooks/$WEBHOOK_ID/test`, key, {}), "id"),
  ];
}

/** Keeps the first or the last value that an answer has for a member. */
function keep(
  variable: string,
  label: string,
  command: string,
  member: string,
  before = "",
  end: "head" | "tail" = "head",
): Step {
  const take = `grep -o '"${member}":"[^"]*' | ${end} -n 1 | cut -d '"' -f 4`;
  return { variable, label, text: `${before}export ${variable}=$(${command} |\n  ${take})` };
}

/** One option a line. */
function writeLines(command: string, options: readonly string[]): string {
  return [command, ...options.filter((option) => option !== "").map((option) => `  ${option}`)].join(" \\\n");
}
