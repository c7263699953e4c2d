/** Ids that the document's examples use, and the shell variables that name the reader's own in their place. */
const variables: Record<string, string> = {
  "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35": "CODE_ID",
  "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d36": "TARGET_ID",
  "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47": "KEY_ID",
  "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72": "WEBHOOK_ID",
  "019a9b6f-0b7e-7d21-8c11-5a3d9e2f4b60": "DELIVERY_ID",
  aZ09bY18cX27: "SHORT_CODE",
};

const exampleIds = new RegExp(Object.keys(variables).join("|"), "g");

/** Replaces each example id with what `write` makes of its variable. */
export function nameSubjects(text: string, write: (variable: string) => string): string {
  return text.replace(exampleIds, (id) => write(variables[id] ?? id));
}

/** A step that makes what examples name. */
interface Step {
  variable: string;
  label: string;
  text: string;
}

/** The steps that these commands need, each after those it needs itself. */
export function writeSetUp(origin: string, commands: readonly string[]): Step[] {
  const steps = listSteps(origin);
  const needed: Step[] = [];
  let texts = commands.join("\n");
  for (const step of steps.reverse()) {
    if (!new RegExp(`\\$${step.variable}\\b`).test(texts)) continue;
    needed.unshift(step);
    texts += step.text;
  }
  return needed;
}

const key = '-H "authorization: Bearer $API_KEY"';
const sandboxKey = '-H "authorization: Bearer $SANDBOX_KEY"';
const address = { type: "url", content: "https://example.com/menu" };
const menu = { name: "Menu", ...address, isDynamic: true };
const permissions = ["qr:read", "qr:write", "analytics:read", "webhooks:manage"];

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
    keep("SANDBOX_KEY", "A key to the sandbox", post(`${v1}/api-keys`, key, sandbox), "apiKey"),
    keep("SANDBOX_CODE_ID", "A code in the sandbox", post(`${v1}/qr-codes`, sandboxKey, menu), "id"),
    keep("CODE_ID", "A dynamic code", post(`${v1}/qr-codes`, key, menu), "id"),
    keep("TARGET_ID", "Its earlier target", targets, "id", `${change}\n`, "tail"),
    keep("KEY_ID", "Another key", post(`${v1}/api-keys`, key, reading), "id"),
    keep("WEBHOOK_ID", "A webhook", post(`${v1}/webhooks`, key, webhook), "id"),
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
export function writeLines(command: string, options: readonly string[]): string {
  return [command, ...options.filter((option) => option !== "").map((option) => `  ${option}`)].join(" \\\n");
}
