import type { Command } from "commander";
import { create } from "qrcode";
import { type Quietzone, QuietzoneError, type Schemas } from "../src/index";
import { type Connection, connect } from "./connect";
import { type ImportFile, type RowFault, readImport, writeCsv } from "./csv";
import { readText, writeFile } from "./files";
import { printFields, printJson, printLine, printNote, printTable, UsageError } from "./output";

type Options = Connection & Record<string, string | boolean | string[] | undefined>;
type NewCode = Schemas["NewQrCode"];
type Change = Schemas["QrCodeChange"];

const columns = ["id", "name", "type", "state", "scanCount", "target"];
const mostAtOnce = 100;

const split = (text: string) => text.split(",").map((one) => one.trim());
const collect = (value: string, before: string[] = []) => [...before, value];

export function readWhole(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UsageError(`A whole number is needed, not ${value}`);
}

/** Adds `codes` and what belongs to it. */
export function addCodes(program: Command): void {
  const codes = program.command("codes").description("create, find, change and delete codes");
  addCreate(codes);
  addReads(codes);
  addUpdate(codes);
  codes
    .command("delete <ids...>")
    .description("delete codes; printed copies of dynamic ones stop working")
    .requiredOption("--yes", "confirm")
    .action(async (ids: string[], _, command: Command) => deleteCodes(ids, command.optsWithGlobals()));
  codes
    .command("import <file>")
    .description("create codes from a CSV or JSON file, or from standard input (-)")
    .option("--dry-run", "check everything and create nothing")
    .action(async (file: string, _, command: Command) => importCodes(file, command.optsWithGlobals()));
  codes
    .command("export")
    .description("write every code as CSV, or as JSON with --json")
    .option("-o, --output <file>", "write to a file")
    .action(async (_, command: Command) => exportCodes(command.optsWithGlobals()));
}

function addCreate(codes: Command): void {
  codes
    .command("create <content>")
    .description("create a code")
    .requiredOption("--name <name>", "display name")
    .option("--type <type>", "url, text, wifi, contact, email, sms or vcard", "url")
    .option("--dynamic", "a short URL whose target can change after printing")
    .option("--slug <slug>", "the path of its short URL")
    .option("--domain <host>", "your own domain for its short URL")
    .option("--tag <tag>", "a tag; repeat it for more", collect)
    .option("--size <pixels>", "width of the picture", readWhole)
    .option("--dark <colour>", "colour of the modules, such as #0F172A")
    .option("--light <colour>", "colour of the background")
    .option("--dry-run", "check it and create nothing")
    .action(async (content: string, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const code = await connect(options).codes.create(readNew(content, options), {
        dryRun: options.dryRun === true,
      });
      if (options.json) return printJson(code);
      for (const { message } of code.warnings ?? []) printNote(`Warning: ${message}`);
      if (!options.dryRun) return showCode(code);
      printLine("Dry run: nothing was created");
      const { name, type, content: checked, tags } = code;
      printFields({ name, type, content: checked, tags: tags?.join(", ") });
    });
}

function readNew(content: string, options: Options): NewCode {
  const { name, type, dynamic, slug, domain, tag, size, dark, light } = options;
  const color = dark || light ? { ...(dark && { dark }), ...(light && { light }) } : undefined;
  const settings = { ...(size && { size }), ...(color && { color }) };
  const code = {
    name,
    type,
    content,
    isDynamic: dynamic === true,
    ...(slug && { slug }),
    ...(domain && { domain }),
    ...(tag && { tags: tag }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return code as unknown as NewCode;
}

interface Shown {
  id: string;
  name: string;
  type: string;
  content: string;
  shortUrl: string | null;
  state?: string;
  scanCount?: number;
  tags?: string[];
  createdAt?: string;
}

/** The code as a table, and on a terminal as a picture. */
function showCode(code: Shown): void {
  const { id, name, type, content, shortUrl, state, scanCount, tags, createdAt } = code;
  printFields({ id, name, type, content, shortUrl, state, scanCount, tags: tags?.join(", "), createdAt });
  // Without a short URL the symbol holds the payload, which only the service can write for other types.
  const text = shortUrl ?? (type === "url" || type === "text" ? content : null);
  if (text !== null && process.stdout.isTTY) printLine(`\n${drawTerminalCode(text)}`);
}

function addReads(codes: Command): void {
  codes
    .command("list")
    .description("list codes, newest first")
    .option("--search <text>", "in name, content or slug")
    .option("--tags <tags>", "with any of these tags, separated by commas")
    .option("--state <state>", "active, scheduled, expired, used_up, off or suspended")
    .option("--limit <number>", "codes at most; 20 by default", readWhole, 20)
    .option("--all", "every code")
    .action(async (_, command: Command) => listCodes(command.optsWithGlobals()));
  codes
    .command("get <id>")
    .description("show a code, on a terminal with its picture")
    .action(async (id: string, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const code = await connect(options).codes.get(id);
      if (options.json) printJson(code);
      else showCode(code);
    });
}

async function listCodes(options: Options): Promise<void> {
  const { search, tags, state, all } = options;
  const filter = { ...(search && { search }), ...(tags && { tags }), ...(state && { state }) };
  const most = all ? Number.POSITIVE_INFINITY : Number(options.limit);
  const found: Schemas["ListedQrCode"][] = [];
  for await (const code of openList(connect(options), { ...filter, limit: Math.min(100, most) })) {
    if (found.length >= most) break;
    found.push(code);
  }
  if (options.json) return printJson(found);
  printTable(
    found.map((code) => ({
      ...code,
      target: code.shortUrl ? `${code.shortUrl} → ${code.content}` : code.content,
    })),
    columns,
  );
}

const openList = (quietzone: Quietzone, filter: object) => quietzone.codes.listAll(filter);

function addUpdate(codes: Command): void {
  codes
    .command("update <id>")
    .description("change a code; what you leave out stays")
    .option("--name <name>", "display name")
    .option("--content <content>", "what it holds, or where its short URL points")
    .option("--slug <slug>", "the path of its short URL; an empty one restores the generated path")
    .option("--tags <tags>", "all its tags, separated by commas; an empty text removes them")
    .option("--note <note>", "a note; an empty one removes it")
    .option("--archive", "hide it in lists")
    .option("--no-archive", "show it in lists again")
    .action(async (id: string, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const change = readChange(options);
      if (Object.keys(change).length === 0) throw new UsageError("Name what to change, such as --content");
      const code = await connect(options).codes.update(id, change);
      if (options.json) return printJson(code);
      for (const { message } of code.warnings ?? []) printNote(`Warning: ${message}`);
      showCode(code);
    });
}

function readChange({ name, content, slug, tags, note, archive }: Options): Change {
  const change = {
    ...(name !== undefined && { name }),
    ...(content !== undefined && { content }),
    ...(slug !== undefined && { slug: slug || null }),
    ...(tags !== undefined && { tags: tags === "" ? [] : split(String(tags)) }),
    ...(note !== undefined && { note: note || null }),
    ...(archive !== undefined && { archived: archive === true }),
  };
  return change as unknown as Change;
}

/** Reports what was done also where a signal ends the command: `main` exits after it. */
function reportOnSignal(report: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.prependOnceListener(signal, report);
}

/** What an error says of an item that was not done. */
function faultOf(error: unknown) {
  const { message, code = "failed" } = error as Error & { code?: string };
  return { error: message, code };
}

async function deleteCodes(ids: string[], options: Options): Promise<void> {
  const { codes } = connect(options);
  const deleted: string[] = [];
  const report = (errors: object[]) => options.json && printJson({ deleted, errors });
  reportOnSignal(() => report([]));
  for (const id of ids) {
    try {
      await codes.delete(id);
    } catch (error) {
      report([{ id, ...faultOf(error) }]);
      if (!options.json) printNote(`${deleted.length} of ${ids.length} deleted; stopped at ${id}`);
      throw error;
    }
    deleted.push(id);
    if (!options.json) printLine(`Deleted ${id}`);
  }
  report([]);
}

/** What an import has done; `nextRow` where it stopped before its end. */
interface Imported {
  created: number;
  errors: RowFault[];
  dryRun: boolean;
  ignoredColumns: string[];
  nextRow?: number;
  /** The first and the last row of a request whose answer is not known. */
  uncertainRows?: [number, number];
}

function printImport(imported: Imported, total: number, isJson: boolean | undefined) {
  const { created, errors, dryRun, ignoredColumns, nextRow, uncertainRows } = imported;
  errors.sort((a, b) => a.row - b.row);
  if (isJson) return printJson(imported);
  printLine(`${created} of ${total} ${dryRun ? "can be created" : "created"}`);
  for (const name of ignoredColumns) printNote(`Warning: the column ${name} is not imported`);
  for (const { row, error } of errors) printNote(`Row ${row}: ${error}`);
  if (uncertainRows) {
    printNote(`Rows ${uncertainRows.join(" to ")} may have been imported: check before you go on.`);
  } else if (nextRow !== undefined) {
    const advice = dryRun ? "checked." : "imported: import these rows to go on.";
    printNote(`Nothing from row ${nextRow} on was ${advice}`);
  }
}

/** The service answered that it did nothing. 409: an earlier attempt whose answer was lost may still be at work. */
const isRefusal = (error: unknown) =>
  error instanceof QuietzoneError && error.status >= 400 && error.status < 500 && error.status !== 409;

async function importCodes(file: string, options: Options): Promise<void> {
  const { codes: rows, faults: errors, ignoredColumns } = readImport(readText(file));
  const { codes } = connect(options);
  const [total, dryRun] = [rows.length + errors.length, options.dryRun === true];
  const imported: Imported = { created: 0, errors, dryRun, ignoredColumns };
  let batch: ImportFile["codes"] = [];
  const stop = (isCertain: boolean) => {
    const [first, last] = [batch[0]!.row, batch.at(-1)!.row];
    imported.nextRow = first;
    if (!isCertain && !dryRun) imported.uncertainRows = [first, last];
    printImport(imported, total, options.json);
  };
  reportOnSignal(() => stop(false));
  for (let start = 0; start < rows.length; start += mostAtOnce) {
    batch = rows.slice(start, start + mostAtOnce);
    const qrCodes = batch.map(({ code }) => code) as unknown as NewCode[];
    try {
      const answer = await codes.createMany({ qrCodes }, { dryRun });
      imported.created += answer.summary.successful;
      for (const { index, error, code } of answer.errors)
        errors.push({ row: batch[index]!.row, error, code });
    } catch (error) {
      errors.push({ row: batch[0]!.row, ...faultOf(error) });
      stop(isRefusal(error));
      throw error;
    }
  }
  printImport(imported, total, options.json);
  if (errors.length > 0) process.exitCode = 1;
}

async function exportCodes(options: Options): Promise<void> {
  const { codes } = connect(options);
  const all: Schemas["ListedQrCode"][] = [];
  for await (const code of codes.listAll({ archived: "any" })) {
    // Lists leave rules and the pictures of logos out.
    const whole = code.routeCount > 0 || code.settings.logo?.enabled ? await findCode(codes, code.id) : code;
    if (whole !== null) all.push({ ...code, settings: whole.settings });
  }
  const text = options.json ? `${JSON.stringify(all, null, 2)}\n` : writeCsv(all);
  if (options.output === undefined) return void process.stdout.write(text);
  writeFile(String(options.output), text);
  printNote(`${all.length} codes written to ${options.output}`);
}

/** The code, or null where it was deleted since it was listed. */
async function findCode(codes: Quietzone["codes"], id: string): Promise<Schemas["StoredQrCode"] | null> {
  try {
    return await codes.get(id);
  } catch (error) {
    if (error instanceof QuietzoneError && error.status === 404) return null;
    throw error;
  }
}

/** Modules of empty margin, as ISO/IEC 18004 wants them. */
const margin = 4;
/** Black on white of the palette of 256 colours, whatever the terminal's theme is. */
const [colours, reset] = ["\x1b[38;5;16;48;5;231m", "\x1b[0m"];
/** Two modules above each other in one character: neither dark, the upper, the lower, both. */
const blocks = [" ", "▀", "▄", "█"];

/** A QR code of a text in half blocks, a line for each two rows of modules. */
function drawTerminalCode(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "L" });
  const isInside = (place: number) => place >= 0 && place < modules.size;
  const isDark = (row: number, column: number) =>
    isInside(row) && isInside(column) && modules.get(row, column) === 1;
  const places = Array.from({ length: modules.size + 2 * margin }, (_, index) => index - margin);
  const rows = places.filter((_, index) => index % 2 === 0);
  const write = (row: number) =>
    places
      .map((column) => blocks[Number(isDark(row, column)) + 2 * Number(isDark(row + 1, column))])
      .join("");
  return rows.map((row) => `${colours}${write(row)}${reset}`).join("\n");
}
