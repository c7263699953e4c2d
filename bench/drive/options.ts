import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { parseUrl } from "@/lib/platform/errors";

export interface DriveOptions {
  /** Origins of the running service's servers; requests go to them in turn. */
  urls: string[];
  codes: number;
  /** Requests per second. */
  rate: number;
  minutes: number;
  /** Sends each kind of request by itself and measures what one costs. */
  isCosts: boolean;
  /** Where each create is sent by a webhook; null: nowhere. */
  webhook: string | null;
}

/** As many visits as are compared with what was stored. */
const maxRequests = 3_000_000;

/** Reads the command line. Throws a sentence that says what to change. */
export function readOptions(args: string[]): DriveOptions {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string", multiple: true, default: ["http://127.0.0.1:3000"] },
      codes: { type: "string", default: "10000" },
      rate: { type: "string", default: "200" },
      minutes: { type: "string", default: "1" },
      costs: { type: "boolean", default: false },
      webhook: { type: "string" },
      anywhere: { type: "boolean", default: false },
    },
  });
  const codes = readNumber("codes", values.codes, { least: 1, most: 1_000_000, isWhole: true });
  const rate = readNumber("rate", values.rate, { least: 1, most: 5_000, isWhole: true });
  const minutes = readNumber("minutes", values.minutes, { least: 0.05, most: 60, isWhole: false });
  if (rate * minutes * 60 > maxRequests)
    throw new Error(
      `--rate times --minutes is at most ${maxRequests.toLocaleString("en")} requests: lower one of them.`,
    );
  if (values.webhook !== undefined && !values.costs)
    throw new Error("--webhook is measured with --costs: add it.");
  return {
    ...{ codes, rate, minutes },
    urls: values.url.map((url) => readUrl(url, values.anywhere)),
    isCosts: values.costs,
    webhook: values.webhook === undefined ? null : readWebhook(values.webhook, values.anywhere),
  };
}

function readNumber(
  name: string,
  text: string,
  { least, most, isWhole }: { least: number; most: number; isWhole: boolean },
): number {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
  const kind = isWhole ? "a whole number" : "a number";
  throw new Error(`--${name} must be ${kind} from ${least} to ${most.toLocaleString("en")}, not ${text}.`);
}

function readUrl(text: string, mayBeAnywhere: boolean): string {
  const url = parseUrl(text);
  if (url === null)
    throw new Error(`--url must be the address of the service, like http://127.0.0.1:3000, not ${text}.`);
  if (url.protocol !== "http:")
    throw new Error("--url must begin with http://: call the server, not its proxy.");
  requireNear(url, mayBeAnywhere);
  return url.origin;
}

function readWebhook(text: string, mayBeAnywhere: boolean): string {
  const url = parseUrl(text);
  if (url?.protocol !== "https:")
    throw new Error(
      `--webhook must be the address of a receiver, like https://127.0.0.1:8443/, not ${text}.`,
    );
  requireNear(url, mayBeAnywhere);
  return url.href;
}

/** Other machines are somebody's: they are called only if that is said. */
function requireNear({ hostname, host: place }: URL, mayBeAnywhere: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isLoopback = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  if (!isLoopback && !mayBeAnywhere)
    throw new Error(`${place} isn't this machine. Add --anywhere if the service there is yours.`);
}
