import { type Flag, readFlags } from "./flags";

/** One command of the operator. */
export interface Command {
  summary: string;
  flags: Record<string, Flag>;
  /** The database brought to the newest migration, the database as it is, or none. */
  opens: "migrated" | "as it is" | "nothing";
  /** Checks the flags; throws `UsageError`. What it gives back runs with the database open and answers the document. */
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
