import { dayMs } from "../ui/dates";
import { readFields } from "../ui/form/answer";

/** When a key ends, as the form offers it; of `day` the last moment in UTC. */
export const expiryChoices = [
  { value: "never", name: "Never" },
  { value: "30", name: "In 30 days" },
  { value: "90", name: "In 90 days" },
  { value: "365", name: "In a year" },
  { value: "day", name: "On a day" },
] as const;

function readExpiry({ expires, expiresAt }: Record<string, string>, nowMs: number): string | null {
  if (expires === "day") return `${expiresAt ?? ""}T23:59:59.999Z`;
  if (expires === undefined || expires === "never") return null;
  // What the form does not offer stays as it was sent, so that the schema refuses it.
  if (!expiryChoices.some(({ value }) => value === expires)) return expires;
  return new Date(nowMs + Number(expires) * dayMs).toISOString();
}

/** A form's text as the number that it writes; what writes none stays text, so that the schema refuses it. */
function readNumber(text: string | undefined): number | string {
  return /^\s*\d{1,9}\s*$/.test(text ?? "") ? Number(text) : (text ?? "");
}

export function readNewKey(data: FormData, nowMs: number): Record<string, unknown> {
  const fields = readFields(data);
  return {
    name: fields.name?.trim(),
    description: fields.description?.trim() || null,
    permissions: data.getAll("permissions"),
    environment: fields.environment,
    rateLimit: readNumber(fields.rateLimit),
    expiresAt: readExpiry(fields, nowMs),
  };
}

export function readKeyChange(data: FormData): Record<string, unknown> {
  const fields = readFields(data);
  return {
    name: fields.name?.trim(),
    description: fields.description?.trim() || null,
    permissions: data.getAll("permissions"),
    rateLimit: readNumber(fields.rateLimit),
  };
}
