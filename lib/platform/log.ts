import { pino } from "pino";
import { env } from "./env";
import { LogOutput } from "./log-output";
import { oncePerProcess } from "./process-state";
import { currentTraceId } from "./traces";

/** Everything a log line may hold beside its message. Addresses, queries, headers, keys, cookies and content have no field. */
interface LogFields {
  requestId?: string;
  method?: string;
  /** Template of the route, not the path with its values. */
  route?: string;
  /** Path of a page; never of the API or a short link. */
  path?: string;
  status?: number;
  durationMs?: number;
  bytes?: number;
  /** Code of the error that was answered. */
  code?: string;
  /** What was thrown: name, message, code and the first frames are written. */
  err?: unknown;
  /** Id of an account whose work failed where nobody had asked for it. */
  accountId?: string;
  count?: number;
  task?: string;
  signal?: string;
  setting?: string;
  store?: string;
  mode?: string;
  port?: number;
  baseUrl?: string;
  folder?: string;
  version?: string;
  /** A mail that no server takes, line by line: there the log is where the operator reads it. */
  mail?: readonly string[];
}

const fieldNames: ReadonlySet<string> = new Set<keyof LogFields>([
  "requestId",
  "method",
  "route",
  "path",
  "status",
  "durationMs",
  "bytes",
  "code",
  "accountId",
  "count",
  "task",
  "signal",
  "setting",
  "store",
  "mode",
  "port",
  "baseUrl",
  "folder",
  "version",
]);

const maxCharacters = 512;
const maxFrames = 12;

/** Control characters, line separators and the marks that turn the direction of text. */
const unsafeCharacters = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Most strings are plain; looking for the first that is not costs a tenth of replacing. */
const plainText = /^[ -~]*$/;

/** A string that is safe on a terminal even after its JSON is decoded: at most 512 characters, controls visible. */
export function cropForLog(text: string): string {
  if (text.length <= maxCharacters && plainText.test(text)) return text;
  const cropped = text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
  return cropped
    .replace(unsafeCharacters, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .slice(0, maxCharacters);
}

/** Prisma repeats the arguments of a failed call in its message; the reason is its last line. */
function messageOf(error: Error): string {
  const message = error.name.startsWith("PrismaClient")
    ? (error.message.trim().split("\n").at(-1) ?? "")
    : error.message;
  return cropForLog(message.replace(/\/\/[^/@\s]+@/g, "//***@"));
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: cropForLog(String(error)) };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return {
    name: cropForLog(error.name),
    message: messageOf(error),
    ...("code" in error && typeof error.code === "string" ? { code: cropForLog(error.code) } : {}),
    stack: frames.slice(0, maxFrames).map((frame) => cropForLog(frame.trim())),
    ...(error.cause instanceof Error ? { cause: messageOf(error.cause) } : {}),
  };
}

function pickFields(fields: LogFields): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name in fields) {
    if (!fieldNames.has(name)) continue;
    const value = fields[name as keyof LogFields];
    if (typeof value === "string") picked[name] = cropForLog(value);
    else if (typeof value === "number") picked[name] = value;
  }
  const traceId = currentTraceId();
  if (traceId !== undefined) picked.trace_id = traceId;
  if (fields.mail !== undefined) picked.mail = fields.mail.map(cropForLog);
  if (fields.err !== undefined) picked.err = describeError(fields.err);
  return picked;
}

type Level = "debug" | "info" | "warn" | "error" | "fatal";

export type Log = Record<Level, (fields: LogFields, message: string) => void> & {
  isEnabled(level: Level): boolean;
  /** Writes what is still in memory; for the last moment of the process. */
  flush(): void;
};

const output = oncePerProcess("log output", () => ({ descriptor: 1 }));

/** Sends the log to standard error, for a command whose output is a document; call it before the first line. */
export function logToStandardError(): void {
  output.descriptor = 2;
}

/** A wrong setting is reported by the code that reads settings first; the log must work to report it. */
function levelOf(): string {
  try {
    return env.logLevel;
  } catch {
    return "info";
  }
}

function createLog(): Log {
  const destination = new LogOutput(output.descriptor);
  process.on("exit", () => destination.flushSync());
  const logger = pino(
    {
      level: levelOf(),
      base: { pid: process.pid },
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: (described) => described },
    },
    destination,
  );
  const at = (level: Level) => (fields: LogFields, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](pickFields(fields), cropForLog(message));
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    fatal: at("fatal"),
    isEnabled: (level) => logger.isLevelEnabled(level),
    flush: () => destination.flushSync(),
  };
}

let made: Log | undefined;
const current = () => (made ??= oncePerProcess("log", createLog));

/** The one logger of the process: a JSON object a line on standard output. It never throws: what can't be written is counted. */
export const log: Log = {
  debug: (fields, message) => current().debug(fields, message),
  info: (fields, message) => current().info(fields, message),
  warn: (fields, message) => current().warn(fields, message),
  error: (fields, message) => current().error(fields, message),
  fatal: (fields, message) => current().fatal(fields, message),
  isEnabled: (level) => current().isEnabled(level),
  flush: () => current().flush(),
};
