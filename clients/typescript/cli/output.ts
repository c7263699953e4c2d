import { CommanderError } from "commander";
import { QuietzoneConnectionError, QuietzoneError } from "../src/index";

const usageHint = "Run the command with --help to see what it takes.";

/** What the user has to change in the command itself. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(
    message: string,
    readonly hint = usageHint,
  ) {
    super(message);
  }
}

/** Documented in the README; scripts rely on them. */
export const exitCodes = { failed: 1, usage: 2, refused: 3, missing: 4, limited: 5, unreachable: 6 };

export const printLine = (text: string) => void process.stdout.write(`${text}\n`);

export const printJson = (value: unknown) => printLine(JSON.stringify(value, null, 2));

/** What a service or a page put into a text must not steer the terminal. */
export const plain = (value: unknown) =>
  value === null || value === undefined ? "" : String(value).replace(/[\p{Cc}\p{Cf}]/gu, " ");

/** A note of one line beside the result, which `--json` leaves alone. */
export const printNote = (text: string) => void process.stderr.write(`${plain(text)}\n`);

type Row = Record<string, unknown>;

/** A table of these columns, each as wide as its longest value, cut at 60 characters. */
export function printTable(rows: readonly Row[], columns: readonly string[]): void {
  const cells = rows.map((row) => columns.map((column) => shorten(plain(row[column]))));
  const heads = columns.map((column) => column.toUpperCase());
  const widths = heads.map((head, index) => Math.max(head.length, ...cells.map((row) => row[index]!.length)));
  for (const row of [heads, ...cells]) {
    printLine(
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join("  ")
        .trimEnd(),
    );
  }
  if (rows.length === 0) printNote("Nothing found.");
}

export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Names and values, one a line. */
export function printFields(fields: Row): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) {
    const isEmpty = value === null || value === undefined || value === "";
    if (!isEmpty) printLine(`${plain(name).padEnd(width)}  ${plain(value)}`);
  }
}

/** What commander says where no command is named. */
const noCommand = "(outputHelp)";

/** Prints why a command failed; returns the status to exit with. With `isJson` the error is JSON, as the API writes it. */
export function reportFailure(error: unknown, isJson: boolean): number {
  // Help and version end a command, too; without JSON, commander has written the help that says what is missing.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof CommanderError && error.message === noCommand && !isJson) return exitCodes.usage;
  const told = describe(error);
  if (isJson) process.stderr.write(`${JSON.stringify(told)}\n`);
  else {
    printNote(`Error: ${told.error}`);
    for (const { field, message } of told.details ?? []) printNote(`  ${field}: ${message}`);
    if (told.hint) printNote(`Hint: ${told.hint}`);
    printNote(`Code: ${told.code}${told.requestId ? `, request ${told.requestId}` : ""}`);
  }
  return statusOf(error);
}

interface Told {
  error: string;
  code: string;
  hint?: string | undefined;
  details?: readonly { field?: string; message: string }[];
  requestId?: string | undefined;
}

function describe(error: unknown): Told {
  if (error instanceof QuietzoneError) {
    const { message, code, hint, details, requestId } = error;
    return { error: message, code, hint, details, requestId };
  }
  const { message } = error as Error;
  if (error instanceof QuietzoneConnectionError) {
    const hint = "Check that the service runs and that --url or QUIETZONE_URL is its address.";
    return { error: message, code: error.code, hint };
  }
  if (!isUsage(error)) return { error: message, code: "failed" };
  const told = message === noCommand ? "No command is named" : message.replace(/^error: /, "");
  return { error: told, code: "usage", hint: error instanceof UsageError ? error.hint : usageHint };
}

const isUsage = (error: unknown) => error instanceof UsageError || error instanceof CommanderError;

function statusOf(error: unknown): number {
  if (isUsage(error)) return exitCodes.usage;
  if (error instanceof QuietzoneConnectionError) return exitCodes.unreachable;
  if (!(error instanceof QuietzoneError)) return exitCodes.failed;
  if (error.status === 401 || error.status === 403) return exitCodes.refused;
  if (error.status === 404 || error.status === 410) return exitCodes.missing;
  return error.status === 429 ? exitCodes.limited : exitCodes.failed;
}
