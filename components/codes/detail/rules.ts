import type { StoredCode } from "@/lib/codes/schema";
import { formatCount } from "../../ui/counts";
import type { FieldMessages } from "../../ui/form/answer";

export const editableRules = ["startsAt", "expiresAt", "maxScans", "fallbackUrl"] as const;

export type RuleName = (typeof editableRules)[number];

/** The name of a rule's control is the place where the domain finds fault with it. */
export const ruleField = (rule: RuleName) => `settings.${rule}`;

/** The most scans that a code can be bounded to, as the domain has it. */
export const mostScans = 1_000_000_000;

/** A bound of scans as typed; null where it is none. */
export function readScanBound(text: string): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= 1 && value <= mostScans ? value : null;
}

export interface DescribedRule {
  rule: RuleName;
  said: string;
  /** As its control holds it; null: not set. */
  entered: string | null;
}

interface Telling {
  say: (iso: string) => string;
  enter: (iso: string) => string;
  describeAddress: (address: string) => string;
}

export function describeRules(
  { settings, scanCount }: Pick<StoredCode, "settings" | "scanCount">,
  { say, enter, describeAddress }: Telling,
): DescribedRule[] {
  const { startsAt, expiresAt, maxScans, fallbackUrl } = settings;
  const count = (value: number) => value.toLocaleString("en-GB");
  return [
    {
      rule: "startsAt",
      said: startsAt === undefined ? "Immediately" : say(startsAt),
      entered: startsAt === undefined ? null : enter(startsAt),
    },
    {
      rule: "expiresAt",
      said: expiresAt === undefined ? "Never" : say(expiresAt),
      entered: expiresAt === undefined ? null : enter(expiresAt),
    },
    {
      rule: "maxScans",
      said:
        maxScans === undefined ? "None" : `${count(maxScans)}, ${count(Math.min(scanCount, maxScans))} used`,
      entered: maxScans === undefined ? null : String(maxScans),
    },
    {
      rule: "fallbackUrl",
      said: fallbackUrl === undefined ? "A page that says it's closed" : describeAddress(fallbackUrl),
      entered: fallbackUrl ?? null,
    },
  ];
}

export const ruleLabels: Record<RuleName, { name: string; label: string; hint: string }> = {
  startsAt: {
    name: "Starts",
    label: "Starts at",
    hint: "Before that, scans open the address under Afterwards.",
  },
  expiresAt: {
    name: "Ends",
    label: "Ends at",
    hint: "From then on, scans open the address under Afterwards.",
  },
  maxScans: { name: "Scan limit", label: "Maximum scans", hint: "Counted since the code was created." },
  fallbackUrl: {
    name: "Afterwards",
    label: "Address",
    hint: "Opens before the start, after the end and over the scan limit. Those visits don't count as scans.",
  },
};

const time = "Choose a day and a time.";
const twice = "Clocks go back on this day, so this time occurs twice. Choose another one.";
const passedOver = "Clocks go forward then, so this time doesn't exist. Choose another one.";

function timeMessages(rule: RuleName): FieldMessages {
  const field = ruleField(rule);
  return {
    [field]: time,
    [`${field}:time_comes_twice`]: twice,
    [`${field}:time_passed_over`]: passedOver,
    [`${field}:too_early`]: "It ends before it starts. Choose a later time.",
    [`${field}:too_late`]: "It starts after it ends. Choose an earlier time.",
  };
}

function formatAddress(value: string): string {
  if (value === "") return "Enter an address: start with https://.";
  if (value !== value.trim()) return "Remove the spaces before and after the address.";
  if (value.length > 2_048)
    return `An address has at most 2,048 characters. This one has ${value.length.toLocaleString("en-GB")}.`;
  if (!/^https?:\/\//i.test(value)) return "Start with https://.";
  return "Enter a full web address: https://, a host, and no spaces.";
}

const notServed = "The operator of this service has blocked this address.";
const notAllowed =
  "A code can't open this: leave out user names and passwords, and short links of this service.";

export function addressMessages(field: string): FieldMessages {
  return {
    [field]: formatAddress,
    [`${field}:blocked`]: notServed,
    [`${field}:not_allowed`]: (value) => (/^https?:\/\//i.test(value) ? notAllowed : formatAddress(value)),
    not_found: "This code no longer exists. Another tab or key may have deleted it.",
  };
}

export const targetMessages = addressMessages("content");

export const ruleFaultMessages: FieldMessages = {
  ...addressMessages(ruleField("fallbackUrl")),
  ...timeMessages("startsAt"),
  ...timeMessages("expiresAt"),
  [ruleField("maxScans")]: `A whole number from 1 to ${formatCount(mostScans)}.`,
};
