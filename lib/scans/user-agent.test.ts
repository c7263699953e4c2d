import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bots, people, previews } from "@/e2e/support/user-agents";
import { browsers, systemNames } from "./labels";
import { cleanAgent, readAgent } from "./user-agent";

describe("P5: readAgent", () => {
  it("is tested with at least 60 agents of people and no duplicates", () => {
    expect(people.length).toBeGreaterThanOrEqual(60);
    expect(new Set([...people.map(([, agent]) => agent), ...previews, ...bots]).size).toBe(
      people.length + previews.length + bots.length,
    );
  });

  it.each(people)("%s: %s", (label, agent) => {
    const { device, os, browser, automaton } = readAgent(cleanAgent(agent));
    expect([`${device} ${os} ${browser}`, automaton]).toEqual([label, null]);
  });

  it.each(previews)("recognises a preview: %s", (agent) => {
    expect(readAgent(cleanAgent(agent)).automaton).toBe("preview");
  });

  it.each(["Barcode Lens/2.1 (shelf 4)", "Lens/2 (Custom; Handheld)"])(
    "treats an unknown agent as a person's scan: %j",
    (agent) => {
      const { device, automaton } = readAgent(cleanAgent(agent));
      expect([device, automaton]).toEqual(["Unknown", null]);
    },
  );

  it.each(["Dart/3.0 (dart:io)", "curl/8.5.0", "python-requests/2.31", "Go-http-client/1.1", "okhttp/4.9"])(
    "treats an HTTP library as a bot: %j",
    (agent) => {
      expect(readAgent(cleanAgent(agent)).automaton).toBe("bot");
    },
  );

  it.each(bots)("recognises a bot: %j", (agent) => {
    expect(readAgent(cleanAgent(agent)).automaton).toBe("bot");
  });
});

/** Text that leans on what parsers look for. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...people.flatMap(([, agent]) => agent.split(/[ ;]/)),
        ...["Browser/", "OS ", "wv)", "Version/"],
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.stringMatching(/^[A-Za-z0-9 _./-]{1,24}$/),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(" "));

const apps =
  "Messenger Threads Instagram Facebook WhatsApp Telegram TikTok Pinterest Snapchat LinkedIn Reddit Discord Viber".split(
    " ",
  );
const browserNames = new Set([...browsers.values(), ...apps, "Google App", "Unknown"]);

describe("readAgent labels", () => {
  it("fit the length of their column", () => {
    for (const name of [...systemNames, ...browserNames]) expect(name.length, name).toBeLessThanOrEqual(32);
  });

  it("are always known devices, systems and browsers, whatever is sent", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { device, os, browser } = readAgent(cleanAgent(text));
        expect(["Mobile", "Tablet", "Desktop", "Unknown"]).toContain(device);
        expect(systemNames.has(os) && browserNames.has(browser)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("I10: cleanAgent", () => {
  it("returns at most 512 characters of valid UTF-8 without control characters or line breaks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
        const clean = cleanAgent(text);
        expect(clean.length).toBeLessThanOrEqual(512);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(Buffer.from(clean, "utf8").toString("utf8")).toBe(clean);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["a fake log line", 'x\r\n{"level":"info"}', 'x\ufffd\ufffd{"level":"info"}'],
    ["terminal colours", "x\x1b[31mred\x1b[0m", "x\ufffd[31mred\ufffd[0m"],
    ["NUL", "a\0b", "a\ufffdb"],
    ["half a surrogate pair", "a\ud83d b", "a\ufffd b"],
    ["a surrogate pair at the cut", `${"a".repeat(511)}😀`, `${"a".repeat(511)}\ufffd`],
    ["a complete surrogate pair", "a😀b", "a😀b"],
    ["a megabyte", "b".repeat(1_048_576), "b".repeat(512)],
  ])("cleans %s", (_, sent, kept) => {
    expect(cleanAgent(sent)).toBe(kept);
  });
});
