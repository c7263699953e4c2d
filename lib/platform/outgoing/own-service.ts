import { lookup } from "node:dns/promises";
import { request as ask } from "node:http";
import { request as askSecurely } from "node:https";

/** Calls of the operator's doctor to the service itself, at addresses that the operator has set: no visitor chooses them. */

const deadlineMs = 8_000;
const mostBytes = 16 * 1024;

export interface OwnAnswer {
  status: number;
  /** The header, as it came. */
  date: string | undefined;
  /** Its beginning. */
  body: string;
}

/** The addresses of a host. Throws Node's error where it has none. */
export async function findAddresses(host: string): Promise<string[]> {
  const found = await lookup(host.replace(/^\[|\]$/g, ""), { all: true });
  return found.map(({ address }) => address);
}

/** Gets an address; redirects are not followed, and TLS is verified. Rejects with Node's error where nothing answers. */
export function getOwn(url: string, headers: Record<string, string> = {}): Promise<OwnAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? askSecurely : ask;
    const request = send(
      url,
      { headers, agent: false, signal: AbortSignal.timeout(deadlineMs) },
      (response) => {
        let body = "";
        const end = () => resolve({ status: response.statusCode ?? 0, date: response.headers.date, body });
        response.setEncoding("utf8").on("data", (chunk: string) => {
          body += chunk;
          if (body.length > mostBytes) response.destroy();
        });
        response.on("close", end).on("error", end);
      },
    );
    request.on("error", reject).end();
  });
}
