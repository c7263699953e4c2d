import { parseArgs } from "node:util";

/** One command of the operator. */
export interface Command {
  summary: string;
  flags: Record<string, Flag>;
  /** The database brought to the newest migration, the database as it is, or none. */
  opens: "migrated" | "as it is" | "nothing";
  /** Checks the flags; throws `UsageError`. What it returns runs with the database open and answers the document. */
  prepare(words: readonly string[]): Work | Promise<Work>;
}

type Work = () => Promise<object>;

/** The values of a command's flags: those that are required are there. */
type Values<Flags extends Record<string, Flag>> = {
  [Name in keyof Flags]: Flags[Name] extends { isRequired: true } ? string : string | undefined;
};

/** A command that sees the flags by their names. `prepare` judges what it can without the database. */
export function command<const Flags extends Record<string, Flag>>(
  name: string,
  summary: string,
  flags: Flags,
  prepare: (values: Values<Flags>) => Work | Promise<Work>,
  { opens = "migrated" }: Partial<Pick<Command, "opens">> = {},
): Command {
  return {
    summary,
    flags,
    opens,
    prepare: (words) => prepare(readFlags(name, flags, words) as Values<Flags>),
  };
}

/** A flag of a command; it takes one value, unless it is a switch. */
export interface Flag {
  meaning: string;
  /** It stands alone; its value is "yes" where it is given. */
  isSwitch?: true;
  isRequired?: true;
  /** What the value must be one of. */
  choices?: readonly string[];
}

/** Words of the operator that cannot be used: one sentence for each fault. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(readonly faults: string[]) {
    super(faults.join("\n"));
  }
}

/**
 * The values of the flags (`--name value`, `--name=value`). Throws `UsageError` with every fault at once, without
 * repeating values, which may be secret.
 */
function readFlags<Name extends string>(
  command: string,
  flags: Record<Name, Flag>,
  words: readonly string[],
): Partial<Record<Name, string>> {
  const names = Object.keys(flags) as Name[];
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      names.map((name) => [name, { type: flags[name].isSwitch ? "boolean" : "string" }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const faults: string[] = [];
  const values: Partial<Record<Name, string>> = {};
  for (const [place, token] of tokens.entries()) {
    if (token.kind === "positional") {
      // After an unknown flag it is that flag's value, as far as anybody can tell.
      const before = tokens[place - 1];
      const isValue = before?.kind === "option" && !names.some((name) => name === before.name);
      if (!isValue) faults.push(`${command} takes flags only, and one word belongs to no flag.`);
    }
    if (token.kind !== "option") continue;
    const name = names.find((known) => known === token.name);
    if (name === undefined)
      faults.push(`There is no flag ${token.rawName} for ${command}; ${listFlags(names)}.`);
    else if (name in values) faults.push(`--${name} is given twice.`);
    else values[name] = readValue(name, flags[name], token, faults);
  }
  for (const name of names) {
    if (flags[name].isRequired && !(name in values)) faults.push(`--${name} is missing.`);
  }
  if (faults.length > 0) throw new UsageError([...new Set(faults)]);
  return values;
}

/** What the domain says of a member, said of its flag: `rateLimit must …` → `--rate-limit must …`. */
export function formatFlagFault({ field, message }: { field: string; message: string }): string {
  if (!message.startsWith(field)) return message;
  // A place in a list (`permissions.0`) is its flag.
  const [member = field] = field.split(".");
  const flag = member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${flag}${message.slice(field.length)}`;
}

function listFlags(names: readonly string[]): string {
  return names.length === 0 ? "it has none" : `there are ${names.map((name) => `--${name}`).join(", ")}`;
}

function readValue(
  name: string,
  { choices, isSwitch }: Flag,
  { value, inlineValue }: { value: string | undefined; inlineValue: boolean | undefined },
  faults: string[],
): string {
  if (isSwitch) {
    if (value !== undefined) faults.push(`--${name} takes no value.`);
    return "yes";
  }
  if (value === undefined || value === "") faults.push(`--${name} needs a value.`);
  else if (!inlineValue && value.startsWith("-")) {
    faults.push(`--${name} needs a value; one that begins with a hyphen is written --${name}=….`);
  } else if (choices !== undefined && !choices.includes(value)) {
    faults.push(`--${name} must be one of ${choices.join(", ")}.`);
  }
  return value ?? "";
}
