import type { Command } from "commander";
import type { WebhookEvent } from "../src/index";
import { readWhole } from "./codes";
import { type Connection, connect } from "./connect";
import { writeFile } from "./files";
import { follow } from "./follow";
import { printFields, printJson, printLine, printNote, printTable, UsageError } from "./output";

type Options = Connection & Record<string, string | boolean | undefined>;

const scanColumns = ["scannedAt", "qrCodeName", "country", "city", "device", "os", "browser"];

/** Adds what reads: pictures, scans, analytics, events. */
export function addActivity(program: Command): void {
  addImage(program);
  addScans(program);
  addAnalytics(program);
  program
    .command("events")
    .description("read the events feed: every change of a code and every scan")
    .option("--after <cursor>", "events after this cursor, or now; without it the oldest event kept")
    .option("--types <types>", "only these, separated by commas, such as qr.created,scan.created")
    .option("--limit <number>", "events at most; 50 by default", readWhole)
    .option("--follow", "wait for new events until you press Ctrl+C")
    .action(async (_, command: Command) => readEvents(command.optsWithGlobals()));
}

function addImage(program: Command): void {
  program
    .command("image <id>")
    .description("save the picture of a code")
    .option("--format <format>", "png, svg or pdf", "png")
    .option("--size <pixels>", "width; without it as stored", readWhole)
    .option("-o, --output <file>", "file to write; - is standard output")
    .action(async (id: string, _, command: Command) => {
      const options = command.optsWithGlobals<Options & { size?: number }>();
      const { format, size, output = `${id}.${format}` } = options;
      const asked = { format: format as "png", ...(size !== undefined && { size }) };
      const { bytes, mediaType } = await connect(options).codes.getImage(id, asked);
      if (output === "-") return void process.stdout.write(bytes);
      writeFile(String(output), bytes);
      if (options.json) printJson({ file: output, mediaType, bytes: bytes.length });
      else printLine(`${output}, ${bytes.length} bytes`);
    });
}

function addScans(program: Command): void {
  program
    .command("scans")
    .description("list scans, newest first")
    .option("--code <id>", "of one code")
    .option("--since <time>", "from this time on, such as 2026-01-31T00:00:00Z")
    .option("--limit <number>", "scans at most; 20 by default", readWhole, 20)
    .option("--follow", "print scans as they happen, until you press Ctrl+C")
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<Options & { limit: number }>();
      if (options.follow) return followScans(options);
      await listScans(options);
    });
}

async function listScans({ limit, code, since, ...options }: Options & { limit: number }): Promise<void> {
  const filter = { ...(code && { qrCodeId: String(code) }), ...(since && { since: String(since) }) };
  const found: object[] = [];
  for await (const scan of connect(options).scans.listAll({ ...filter, limit: Math.min(100, limit) })) {
    if (found.length >= limit) break;
    found.push(scan);
  }
  if (options.json) printJson(found);
  else printTable(found as Record<string, unknown>[], scanColumns);
}

async function followScans({ code, ...options }: Options): Promise<void> {
  for await (const { data } of follow(connect(options), { after: "now", types: ["scan.created"] })) {
    for (const event of data) {
      if (event.type !== "scan.created" || (code && event.data.qrCodeId !== code)) continue;
      if (options.json) printLine(JSON.stringify(event.data));
      else {
        const { scannedAt, qrCodeName, country, city, device, os } = event.data;
        printFields({ [scannedAt]: [qrCodeName, country, city, device, os].filter(Boolean).join(", ") });
      }
    }
  }
}

const ranges = ["1h", "1d", "7d", "30d", "90d", "1y"];

function addAnalytics(program: Command): void {
  program
    .command("analytics")
    .description("show total scans and the most scanned codes")
    .option("--range <range>", `time range: ${ranges.join(", ")}`, "30d")
    .option("--code <id>", "of one code")
    .option("--tag <tag>", "of the codes with this tag")
    .option("--timezone <zone>", "such as Europe/Paris", "UTC")
    .action(async (_, command: Command) => {
      const { range, code, tag, timezone, ...options } = command.optsWithGlobals<Options>();
      const figures = await connect(options).analytics.get({
        timeRange: range as "30d",
        timezone: String(timezone),
        ...(code && { qrCodeId: String(code) }),
        ...(tag && { tag: String(tag) }),
      });
      if (options.json) return printJson(figures);
      const { totalScans, uniqueVisitors, totalQRCodes, botScans, startDate, endDate } = figures.summary;
      printFields({ totalScans, uniqueVisitors, totalQRCodes, botScans, startDate, endDate });
      if (figures.topQRCodes.length === 0) return;
      printLine("");
      printTable(figures.topQRCodes, ["id", "name", "type", "scanCount"]);
    });
}

const split = (types: unknown) => (types === undefined ? undefined : String(types).split(","));

function printEvent(event: WebhookEvent, isJson: boolean | undefined): void {
  if (isJson) {
    printLine(JSON.stringify(event));
    return;
  }
  const { name, qrCodeName } = event.data as { name?: string; qrCodeName?: string };
  printFields({ [event.timestamp]: `${event.type}  ${event.id}  ${qrCodeName ?? name ?? ""}` });
}

/** Events that the service answers at a time, at most. */
const maxPage = 100;

/** With `--json` one event a line, so that it can be read while it is written. */
async function readEvents(options: Options & { limit?: number }): Promise<void> {
  const { types, limit, json } = options;
  if (options.follow && limit !== undefined) throw new UsageError("Leave out --limit or --follow");
  const quietzone = connect(options);
  let after = options.after === undefined ? undefined : String(options.after);
  let left = options.follow ? Number.POSITIVE_INFINITY : (limit ?? 50);
  for (let isOver = false; !isOver && left > 0; ) {
    const size = Math.min(maxPage, left);
    const asked = { after, types: split(types), limit: size, stopAtEnd: !options.follow };
    const pages = follow(
      quietzone,
      asked,
      "Leave out --after to start at the oldest event kept, or use now.",
    );
    for await (const page of pages) {
      for (const event of page.data) printEvent(event, json);
      left -= page.data.length;
      after = page.nextCursor;
      isOver = page.data.length === 0;
      // The last page is shorter, so that the cursor is that of the last event printed.
      if (left < size) break;
    }
  }
  printNote(`Cursor: ${after ?? ""}`);
}
