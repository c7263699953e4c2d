import {
  type Prompt as Described,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { Permission } from "@/lib/accounts/schema";
import { isZone } from "@/lib/analytics";
import type { ErrorCode } from "@/lib/platform/errors";
import type { Call } from "./call";
import { isOffered, tools } from "./tools";

interface Prompt {
  name: string;
  title: string;
  description: string;
  /** Optional, as every argument of every prompt. */
  argument?: { name: string; description: string };
  /** The tools that its text asks for: a key gets the prompt when it may call all of them. */
  uses: readonly string[];
  /** The text for an agent. Throws a protocol error for an argument that can't be used. */
  write: (argument: string | undefined, now: Date) => string | Promise<string>;
}

const prompts: readonly Prompt[] = [
  {
    name: "weekly-report",
    title: "Weekly report",
    description: "Scans of the last seven days beside the seven before: what changed, and where.",
    argument: {
      name: "timezone",
      description: "IANA time zone of the days, such as Europe/Paris; UTC if left out.",
    },
    uses: ["get_analytics"],
    write: writeWeeklyReport,
  },
  {
    name: "prepare-print-run",
    title: "Prepare a print run",
    description:
      "Checks every code of a tag, or every active code, and draws those that are ready for print as SVG.",
    argument: { name: "tag", description: "Only codes with this tag." },
    uses: ["list_qr_codes", "get_qr_code", "resolve_qr_code", "get_qr_code_image"],
    write: writePrintRun,
  },
  {
    name: "find-weak-codes",
    title: "Find weak codes",
    description:
      "Finds codes that are hard to scan, lead nowhere or are not scanned, and says how to fix each.",
    uses: ["list_qr_codes", "get_qr_code"],
    write: () => weakCodes,
  },
];

/** The prompts that a call may use. */
export function listPrompts(call: Call): Described[] {
  return prompts
    .filter(({ uses }) => isAllowed(uses, call))
    .map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      ...(argument !== undefined && { arguments: [{ ...argument, required: false }] }),
    }));
}

/** One prompt as a message to an agent. Throws a protocol error for an unknown one and for arguments that can't be used. */
export async function getPrompt(
  call: Call,
  name: string,
  args: Record<string, string> = {},
): Promise<GetPromptResult> {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) throw refuse("not_found", `There is no prompt ${name}`, "Call prompts/list.");
  if (!isAllowed(prompt.uses, call)) {
    const message = `${name} needs a key with ${listPermissions(prompt.uses)}`;
    throw refuse("insufficient_permission", message, "Use a key with these permissions.");
  }
  const argument = prompt.argument === undefined ? undefined : args[prompt.argument.name];
  const text = await prompt.write(argument === "" ? undefined : argument, new Date());
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

function isAllowed(uses: readonly string[], call: Call): boolean {
  return tools.every((tool) => !uses.includes(tool.name) || isOffered(tool, call));
}

function listPermissions(uses: readonly string[]): string {
  const needed = tools.flatMap(({ name, contract: { access } }): readonly Permission[] =>
    access === "public" || !uses.includes(name) ? [] : access.permissions,
  );
  return [...new Set(needed)].join(" and ");
}

/** A refusal of the protocol, with what every error of the service carries. */
export function refuse(code: ErrorCode, message: string, hint: string, facts: object = {}): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code, hint, ...facts });
}

async function writeWeeklyReport(timezone = "UTC", now: Date): Promise<string> {
  if (!(await isZone(timezone)))
    throw refuse(
      "validation_failed",
      "timezone must be the name of an IANA time zone",
      "Such as Europe/Paris.",
    );
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" }).format(now);
  const day = (daysAgo: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const period = (first: number, last: number) =>
    JSON.stringify({ startDate: day(first), endDate: day(last), timezone });
  return `Write a report about the scans of my QR codes in the last seven full days.

1. Call get_analytics with ${period(7, 1)}, then with ${period(14, 8)} for the seven days before.
2. Compare total scans, unique visitors and the five most scanned codes. Name each change in percent, and leave percentages out where there are fewer than 20 scans.
3. If a code gained or lost more than a third, call get_analytics for it with qrCodeId and both periods, and look for the reason in its days, places, devices and rules.
4. If there are goals, give their counts and rates, and their values by currency.

Answer with one sentence that sums up the week, a table of the figures, and at most three things to do. Give the days and the time zone. Do not guess reasons that the figures don't show.`;
}

function writePrintRun(tag: string | undefined): string {
  const filters = JSON.stringify({ ...(tag !== undefined && { tags: tag }), state: "active", limit: 100 });
  const which = tag === undefined ? "my active codes" : `my codes with the tag ${JSON.stringify(tag)}`;
  return `Prepare ${which} for print.

1. Call list_qr_codes with ${filters}. While pagination.nextCursor is not null, call it again with that cursor.
2. Call get_qr_code for each. Note every problem:
   - a static code whose content is likely to change: a printed static code can't be changed
   - settings.expiresAt or settings.maxScans that could be reached while the print is in use
   - settings.quietZone below 4, little contrast between color.dark and color.light, or a light colour darker than the dark one
   - a dynamic code without a slug, if other codes of the run have one
3. For each dynamic code of type url, call resolve_qr_code. The url must be the one that the print should open.
4. Show me a table of the codes with their short URL, target and problems, and ask which to print.
5. For those, call get_qr_code_image with format svg, and save each file under the code's name.

Print each at least 2 cm wide, larger where people stand further away: a tenth of the distance. Change nothing without asking me.`;
}

const weakCodes = `Find my weak QR codes: those that are hard to scan, lead nowhere or are not scanned.

1. Call list_qr_codes with {"limit":100,"sort":"scanCount","order":"asc"}. While pagination.nextCursor is not null, call it again with that cursor.
2. Sort out, from what the list says:
   - hard to scan: little contrast between settings.color.dark and settings.color.light, settings.quietZone below 4, a logo, or a long content in a static code
   - leads nowhere: state off, expired, used_up or suspended, while lastScanned is within 30 days
   - not scanned: older than 30 days, and scanCount 0 or lastScanned more than 90 days ago
3. Call get_qr_code for those that are hard to scan and look at the picture. minSize is the least width in pixels: the larger, the finer the modules.

Answer with a table: code, short URL, what is weak, and one change that fixes it, such as a colour, a quiet zone of 4, a dynamic code in place of a static one, or a fallbackUrl. Worst first. Change nothing without asking me.`;
