/** One request, written in each language of the documentation. `$NAME` is a variable of the environment. */
export interface SampleRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The whole address, with its query. */
  url: string;
  /** JSON. A text of it may be a variable: `"$SLUG"`. */
  body?: string;
  /** The variable that has the key; none for the public API. */
  key?: string;
  /** A file for an answer that is a picture. */
  output?: string;
}

interface Choice {
  name: string;
  block: { label: string; language: "sh" | "js" | "py" | "go"; text: string; canCopy: true };
}

/** The request as programs that need nothing to be installed; a test runs each. */
export function writeRequestSamples(request: SampleRequest): Choice[] {
  const block = (label: string, language: "sh" | "js" | "py" | "go", text: string) => ({
    label,
    language,
    text,
    canCopy: true as const,
  });
  return [
    { name: "curl", block: block("Shell", "sh", writeShell(request)) },
    { name: "JavaScript", block: block("request.mjs", "js", writeJavaScript(request)) },
    { name: "Python", block: block("request.py", "py", writePython(request)) },
    { name: "Go", block: block("main.go", "go", writeGo(request)) },
  ];
}

const variable = /\$([A-Z_]+)/g;
const methodOf = ({ method, body }: SampleRequest) => method ?? (body === undefined ? "GET" : "POST");

export function writeShell(request: SampleRequest): string {
  const { method, url, body, key, output } = request;
  const isPlain = !/[?&$]/.test(url) || /^[^?&]*$/.test(url);
  const options = [
    ...(key ? [`-H "authorization: Bearer $${key}"`] : []),
    ...(body ? ["-H 'content-type: application/json'"] : []),
    ...(body ? [`-d '${body.replaceAll("'", "'\\''").replace(variable, "'$$$1'")}'`] : []),
    ...(output ? [`-o ${output}`] : []),
  ];
  const verb = method === undefined ? "" : ` -X ${method}`;
  return [`curl -s${verb} ${isPlain ? url : `"${url}"`}`, ...options].join(" \\\n  ");
}

function writeJavaScript(request: SampleRequest): string {
  const { url, body, key, output } = request;
  const method = methodOf(request);
  const read = (name: string) => `process.env.${name}`;
  const headers = [
    ...(key ? [`authorization: \`Bearer \${${read(key)}}\``] : []),
    ...(body ? ['"content-type": "application/json"'] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers.map((one) => `    ${one},`), "  },"] : []),
    ...(body ? [`  body: JSON.stringify(${writeValue(JSON.parse(body), javaScript, 2)}),`] : []),
  ];
  const address = url.includes("$")
    ? `\`${url.replace(variable, (_, name) => `\${${read(name)}}`)}\``
    : `"${url}"`;
  return [
    ...(output ? ['import { writeFile } from "node:fs/promises";', ""] : []),
    `const answer = await fetch(${address}${options.length > 0 ? ", {" : ");"}`,
    ...options,
    ...(options.length > 0 ? ["});"] : []),
    "if (!answer.ok) throw new Error(await answer.text());",
    output
      ? `await writeFile("${output}", Buffer.from(await answer.arrayBuffer()));`
      : "console.log(await answer.text());",
    "",
  ].join("\n");
}

function writePython(request: SampleRequest): string {
  const { url, body, key, output } = request;
  const method = methodOf(request);
  const read = (name: string) => `{os.environ['${name}']}`;
  const address = url.includes("$") ? `f"${url.replace(variable, (_, name) => read(name))}"` : `"${url}"`;
  const headers = [
    ...(key ? [`        "authorization": f"Bearer ${read(key)}",`] : []),
    ...(body ? ['        "content-type": "application/json",'] : []),
  ];
  const modules = [...(body ? ["json"] : []), ...(key || url.includes("$") ? ["os"] : []), "urllib.request"];
  const isImplied = method === (body ? "POST" : "GET");
  return [
    `import ${modules.join(", ")}`,
    "",
    "request = urllib.request.Request(",
    `    ${address},`,
    ...(isImplied ? [] : [`    method="${method}",`]),
    ...(headers.length > 0 ? ["    headers={", ...headers, "    },"] : []),
    ...(body ? [`    data=json.dumps(${writeValue(JSON.parse(body), python, 4)}).encode(),`] : []),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    ...(output
      ? [`    with open("${output}", "wb") as file:`, "        file.write(answer.read())"]
      : ["    print(answer.read().decode())"]),
    "",
  ].join("\n");
}

export function writeGo(request: SampleRequest): string {
  const { url, body, key, output } = request;
  const method = methodOf(request);
  const usesSystem = key !== undefined || output !== undefined || `${url}${body ?? ""}`.includes("$");
  const packages = [
    ...(output ? [] : ["fmt"]),
    "io",
    "log",
    "net/http",
    ...(usesSystem ? ["os"] : []),
    ...(body ? ["strings"] : []),
  ];
  const join = (text: string, quote: string) =>
    text
      .split(/(\$[A-Z_]+)/)
      .filter((part) => part !== "")
      .map((part) => (part.startsWith("$") ? `os.Getenv("${part.slice(1)}")` : `${quote}${part}${quote}`))
      .join("+");
  const stop = ["\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"];
  return [
    "package main",
    "",
    "import (",
    ...packages.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...(body ? [`\tbody := strings.NewReader(${join(body, "`")})`] : []),
    `\trequest, err := http.NewRequest("${method}", ${join(url, '"')}, ${body ? "body" : "nil"})`,
    ...stop,
    ...(key ? [`\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${key}"))`] : []),
    ...(body ? ['\trequest.Header.Set("Content-Type", "application/json")'] : []),
    "\tanswer, err := http.DefaultClient.Do(request)",
    ...stop,
    "\tdefer answer.Body.Close()",
    "\tdata, err := io.ReadAll(answer.Body)",
    ...stop,
    "\tif answer.StatusCode >= 400 {",
    "\t\tlog.Fatal(answer.Status, string(data))",
    "\t}",
    ...(output
      ? [`\tif err := os.WriteFile("${output}", data, 0o644); err != nil {`, "\t\tlog.Fatal(err)", "\t}"]
      : ["\tfmt.Println(string(data))"]),
    "}",
    "",
  ].join("\n");
}

/** How a language writes what differs from JSON. */
interface Notation {
  name(key: string): string;
  variable(name: string): string;
  constants: Record<string, string>;
}

const javaScript: Notation = {
  name: (key) => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)),
  variable: (name) => `process.env.${name}`,
  constants: {},
};

const python: Notation = {
  name: (key) => JSON.stringify(key),
  variable: (name) => `os.environ["${name}"]`,
  constants: { true: "True", false: "False", null: "None" },
};

/** A value of JSON as a literal; on one line where it fits, else a member a line, indented by `indent`. */
function writeValue(value: unknown, notation: Notation, indent: number): string {
  if (typeof value === "string" && /^\$[A-Z_]+$/.test(value)) return notation.variable(value.slice(1));
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value);
    return typeof value === "string" ? text : (notation.constants[text] ?? text);
  }
  const step = notation === python ? 4 : 2;
  const write = (member: unknown) => writeValue(member, notation, indent + step);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map(write)
    : Object.entries(value).map(([name, member]) => `${notation.name(name)}: ${write(member)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const line = members.join(", ");
  const space = isList || notation === python ? "" : " ";
  if (line.length < 70 && !line.includes("\n")) return `${open}${space}${line}${space}${close}`;
  const pad = " ".repeat(indent + step);
  return [open, ...members.map((member) => `${pad}${member},`), `${" ".repeat(indent)}${close}`].join("\n");
}
