import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { describeFaults, runCommand } from "./run";

const password = "six quiet modules";

describe("invalid admin commands, rejected before a database is opened", () => {
  // Opening either would change the sentence.
  beforeEach(() => {
    vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/x");
    vi.stubEnv("DATA_DIR", "/dev/null/none");
  });
  const known =
    "status, doctor, sweep, account:create, account:plan, account:show, account:delete, account:two-factor-off, account:requests, account:admin, user:link, user:list, key:create, key:list, scans:generate, scans:rebuild, scans:redate, code:show, code:suspend, code:resume, domain:show, domain:suspend, domain:resume, slug:release, redirects:export, report:list, support:list, support:answered, webhook:list, backup, backup:check, restore, deliveries:release, encryption-key:accept, help";
  const create = ["account:create", "--email", "a@example.com", "--password", password];
  const link = ["user:link", "--email", "a@example.com", "--purpose"];
  const key = ["key:create", "--email", "a@example.com", "--name", "K"];

  it.each<[string[], string[]]>([
    [[], [`Name a command: ${known}.`]],
    [["frob"], [`There is no command "frob"; there are ${known}.`]],
    [["toString"], [`There is no command "toString"; there are ${known}.`]],
    [
      ["report:list", "--code", "abc"],
      ["--code must be a short code or a slug, which has 4 to 60 letters, digits, - and _."],
    ],
    [["redirects:export"], ["--to is missing."]],
    [["redirects:export", "--to", "/tmp"], ["--to must be a new or an empty folder."]],
    [["redirects:export", "--to", "/dev/null"], ["--to must be a new or an empty folder."]],
    [["backup"], ["--to is missing."]],
    [["backup", "--to", "/dev/null"], ["--to must be a new file: a backup never overwrites one."]],
    [["backup", "--to", "/nowhere/x"], ["The folder of --to does not exist; create /nowhere first."]],
    [["restore", "--from", "/nowhere/x"], ["--from must name a backup; there is no file /nowhere/x."]],
    [
      ["restore", "--from", "/dev/null", "--deliveries", "later"],
      ["--deliveries must be one of hold, send."],
    ],
    [["deliveries:release"], ["--waiting is missing."]],
    [["status", "--verbose"], ["There is no flag --verbose for status; it has none."]],
    [["status", "now"], ["status takes flags only, and one word belongs to no flag."]],
    [create, ["--plan is missing."]],
    [[...create, "--plan", "gold"], ["--plan must be one of free, starter, developer, pro."]],
    [[...create, "--plan", "pro", "--plan", "free"], ["--plan is given twice."]],
    [
      [...create, "--plan", "pro", "--owner"],
      [
        "There is no flag --owner for account:create; there are --email, --password, --plan, --name, --admin.",
      ],
    ],
    [[...create, "--plan", "pro", "--admin=yes"], ["--admin takes no value."]],
    [
      [...create, "--plan", "pro", "--admin", "yes"],
      ["account:create takes flags only, and one word belongs to no flag."],
    ],
    [["account:admin", "--email", "a@example.com", "--is", "maybe"], ["--is must be one of yes, no."]],
    [["account:admin", "--email", "a@example.com"], ["--is is missing."]],
    [[...create, "--plan"], ["--plan needs a value."]],
    [["account:create", "--email=", "--password", password, "--plan", "pro"], ["--email needs a value."]],
    [
      ["account:show", "--email", "--plan"],
      ["--email needs a value; one that begins with a hyphen is written --email=…."],
    ],
    [["account:delete"], ["--email is missing."]],
    [["key:list"], ["--email is missing."]],
    ...["0", "-1", "1.5", "two"].map((page): [string[], string[]] => [
      ["user:list", `--page=${page}`],
      ["--page must be a whole number from 1 to 999999."],
    ]),
    [["help", "frob"], [`There is no command "frob"; there are ${known}.`]],
    [["help", "status", "sweep"], ["help takes the name of one command."]],
    [
      [...link, "reset", "--new-email", "b@example.com"],
      ["--new-email goes with --purpose email-change alone."],
    ],
    [[...link, "email-change"], ["--new-email is missing."]],
    [[...link, "password"], ["--purpose must be one of sign-up, reset, email-change."]],
    [
      ["scans:rebuild", "--email", "a@example.com", "--from", "2026-02-30"],
      ["--from must be a day of the calendar, like 2026-01-31."],
    ],
    [[...key, "--rate-limit", "5001"], ["--rate-limit must be between 1 and 5000."]],
    [[...key, "--rate-limit", "many"], ["--rate-limit must be a number."]],
    [
      [...key, "--permissions", "qr:read,frob"],
      ['--permissions must be one of "qr:read", "qr:write", "analytics:read" and "webhooks:manage".'],
    ],
    [[...key, "--permissions", "qr:read,qr:read"], ["--permissions must name each permission once only."]],
    [[...key, "--environment", "test"], ["--environment must be one of production, sandbox."]],
    [
      [...key, "--expires-at", "2027"],
      ["--expires-at must be a date and time with its zone, like 2027-01-31T12:00:00Z."],
    ],
    ...["1980-01-01T00:00:00Z", "2000-01-01T23:59:59.999Z", "0001-01-01T00:00:00Z"].map(
      (until): [string[], string[]] => [
        ["scans:generate", "--email", "a@example.com", "--count", "100", "--days", "1", "--until", until],
        ["--until must be late enough for the history to begin in 2000 or later."],
      ],
    ),
    [
      ["key:create", "--plan", "pro", "x", "--name"],
      [
        "There is no flag --plan for key:create; there are --email, --name, --permissions, --environment, --rate-limit, --description, --expires-at.",
        "key:create takes flags only, and one word belongs to no flag.",
        "--name needs a value.",
        "--email is missing.",
      ],
    ],
  ])("rejects %j", async (words, sentences) => {
    const faults = await runCommand(words).then(() => [], describeFaults);
    expect(faults).toEqual(sentences);
    expect(faults.join()).not.toContain(password);
  });

  it.each([
    [["help", "account:create"]],
    [["account:create", "--help"]],
    [["account:create", "--email", "a@example.com", "--help"]],
  ])("shows only that command's flags for %j, and runs nothing", async (words) => {
    expect(await runCommand(words)).toEqual({
      command: "account:create",
      summary: expect.stringContaining("account"),
      flags: expect.objectContaining({ "--email": expect.stringContaining("Required.") }),
    });
  });

  it("treats --help alone as help", async () => {
    expect(await runCommand(["--help"])).toEqual(await runCommand(["help"]));
  });

  it("lists the commands with their flags", async () => {
    const { commands } = (await runCommand(["help"])) as {
      commands: Record<string, { flags: Record<string, string> }>;
    };
    expect(Object.keys(commands).join(", ")).toBe(known.replace(", help", ""));
    expect(commands["account:create"]!.flags).toMatchObject({
      "--email": expect.stringContaining("Required."),
      "--plan": expect.stringContaining("One of free, starter, developer, pro."),
    });
    expect(commands["key:create"]!.flags["--rate-limit"]).toContain("1 to 5000");
    expect(JSON.stringify(commands["scans:generate"])).toContain("does not count towards");
  });
});

it("docs/commands.md names the commands and flags that help names", async () => {
  const page = readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8");
  const documented = Object.fromEntries(
    [...page.matchAll(/^\| (`[^|]*(?:\\\|[^|]*)*`) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => [
        text.split(" ")[0],
        (text.match(/--[\w-]+/g) ?? []).sort(),
      ]),
    ),
  );
  const { commands } = (await runCommand(["help"])) as { commands: Record<string, { flags: object }> };
  const offered = Object.entries(commands).map(([name, { flags }]) => [name, Object.keys(flags).sort()]);
  expect(documented).toEqual({ ...Object.fromEntries(offered), help: [] });
});
