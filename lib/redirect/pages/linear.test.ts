import { describe, expect, it } from "vitest";
import { writeFile, writePage } from ".";

type Type = Parameters<typeof writeFile>[0]["type"];

const context = { language: "en", requestId: "req_x", reportUrl: null } as const;
const size = 4_000;
/** Ten times as much is to take about ten times as long; what goes over its text again for each character takes a hundred. */
const growth = 10;
const tolerance = 4;
/** Below it a clock tells nothing. */
const leastMs = 0.5;

const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
const card = (lines: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${lines}\nEND:VCARD`;

function show(type: Type, content: string): void {
  const shortCode = "7kQm2XbT";
  writePage({ kind: "opened", type, content, shortCode }, context);
  writePage({ kind: "preview", type, content, url: null, shortCode }, context);
  writeFile({ type, content, shortCode }, "contact.vcf");
  writeFile({ type, content, shortCode }, "network.mobileconfig");
}

/** CPU time of each piece of work: the least of some rounds in turn, so that a busy machine delays all of them alike. */
function measure(...works: (() => void)[]): number[] {
  const rounds = Array.from({ length: 7 }, () =>
    works.map((work) => {
      const startedAt = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(startedAt);
      return (user + system) / 1_000;
    }),
  );
  return works.map((_, nth) => Math.max(leastMs, Math.min(...rounds.map((round) => round[nth] ?? 0))));
}

describe("rendering time grows linearly with the content", () => {
  it.each<[Type, what: string, make: (length: number) => string]>([
    ["text", "marks after an address", (n) => `https://a.b/${fill(".", n)}x`],
    ["text", "brackets after addresses", (n) => `${fill("https://a.b/)))))) ", n)}x`],
    ["text", "beginnings of addresses", (n) => fill("https://", n)],
    ["text", "spaces", (n) => `${fill(" ", n)}x`],
    ["vcard", "a note of marks", (n) => card(`NOTE:https://a.b/${fill("!", n)}x`)],
    ["vcard", "parameters", (n) => card(`TEL${fill(";a=b", n)}`)],
    ["vcard", "quotation marks", (n) => card(`TEL;TYPE="${fill('";"', n)}x`)],
    ["vcard", "colons and folds", (n) => card(`TEL${fill(":\n ", n)}`)],
    ["vcard", "names", (n) => card(fill("a.", n))],
    ["vcard", "numbers", (n) => card(fill("TEL:1\n", n))],
    ["vcard", "beginnings", (n) => fill("BEGIN:VCARD\n", n)],
    ["vcard", "ends", (n) => `BEGIN:VCARD\nVERSION:3.0\n${fill("END:VCARD \n", n)}x`],
    ["vcard", "cards", (n) => fill(`${card("TEL:1")}\n`, n)],
    ["vcard", "backslashes", (n) => card(`N:${fill("\\", n)}`)],
    ["contact", "fields", (n) => `MECARD:${fill("A:b;", n)};`],
    ["contact", "backslashes", (n) => `MECARD:N:${fill("\\;", n)}`],
    ["email", "fields", (n) => `mailto:a@b.example?${fill("a=b&", n)}`],
    ["email", "addresses", (n) => `mailto:${fill("a@b.example,", n)}`],
    ["email", "dots", (n) => `mailto:${fill("a.", n)}@b.example`],
    ["sms", "numbers", (n) => `sms:${fill("1,", n)}`],
    ["sms", "marks", (n) => `SMSTO:${fill("+ (", n)}:x`],
    ["url", "no address", (n) => `https://${fill("a.", n)}\\`],
  ])("%s: %s", (type, _, make) => {
    const [short, long] = [make(size), make(size * growth)];
    const [base = 0, grown] = measure(
      () => show(type, short),
      () => show(type, long),
    );
    expect(grown).toBeLessThan(base * growth * tolerance);
  });
});
