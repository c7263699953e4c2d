import { env } from "@/lib/platform/env";
import { findAddresses, getOwn, type OwnAnswer } from "@/lib/platform/outgoing/own-service";
import { describeEncryptionKey } from "@/lib/platform/secrets";
import { describeClockOffset } from "@/server/database/requirements";
import { type Arrival, arrivalPath, arrivalToken } from "@/server/http/forwarding";
import { describePortInUse } from "@/server/service/own-port";
import { type Finding, findingsOf } from "./finding";

const address = findingsOf("address");
const proxy = findingsOf("proxy");

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.|\[::1\]$)/.test(host);
}

/** The host of BASE_URL, as visitors look it up. */
export async function checkAddress(): Promise<Finding[]> {
  const { ok, warning, failed } = address;
  const { hostname, protocol } = new URL(env.baseUrl);
  if (isLoopback(hostname)) {
    return [
      warning(
        `Codes point to ${env.baseUrl}, which works only on this machine; set BASE_URL to your public address.`,
      ),
    ];
  }
  try {
    const found = await findAddresses(hostname);
    if (protocol === "http:") {
      return [
        warning(
          "BASE_URL begins with http:, so passwords can be read on the way; put a proxy with TLS in front, and set BASE_URL to https.",
        ),
      ];
    }
    return [ok(`${hostname} has the address ${found.join(", ")}.`)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      failed(
        `The host of BASE_URL, ${hostname}, has no address (${code}); add it to DNS, or correct BASE_URL.`,
      ),
    ];
  }
}

/** Whether the service runs on this machine: "other" is another program on its port. */
async function findLocal(): Promise<"runs" | "other" | "nothing"> {
  try {
    const { status, body } = await getOwn(`http://127.0.0.1:${env.port}/api/health/live`);
    return status === 200 && body === '{"status":"live"}' ? "runs" : "other";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ECONNREFUSED" ? "nothing" : "other";
  }
}

/** The service on this machine, and how a request through BASE_URL arrives at it. */
export async function checkService(): Promise<Finding[]> {
  const { ok, warning, failed } = findingsOf("service");
  const local = await findLocal();
  if (local === "other") return [failed(describePortInUse(env.port, "PORT"))];
  const service =
    local === "runs"
      ? ok(`The service runs on port ${env.port}.`)
      : warning(
          `No service runs on port ${env.port} of this machine; start it, and run doctor again to check its proxy.`,
        );
  if (describeEncryptionKey().fingerprint === null) return [service];
  try {
    const answer = await getOwn(`${env.baseUrl}${arrivalPath}`, {
      authorization: `Bearer ${arrivalToken()}`,
    });
    return [service, ...checkDate(answer), ...findingsOfAnswer(answer)];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (local === "nothing") return [service];
    return [
      service,
      proxy.failed(
        `BASE_URL does not answer (${code ?? message}); start the proxy there, or correct BASE_URL.`,
      ),
    ];
  }
}

/** The clock of the server at BASE_URL, from its Date header: the proxy's, where it writes one. */
function checkDate({ date }: OwnAnswer): Finding[] {
  const at = Date.parse(date ?? "");
  const fault = Number.isNaN(at) ? null : describeClockOffset(Date.now() - at, "the server at BASE_URL");
  return fault === null ? [] : [findingsOf("clock").failed(fault)];
}

function findingsOfAnswer({ status, body }: OwnAnswer): Finding[] {
  if (status !== 200) {
    return [
      proxy.failed(
        `BASE_URL leads to another service, or to one with another encryption key (status ${status}); correct BASE_URL or the proxy.`,
      ),
    ];
  }
  return [evaluateArrival(JSON.parse(body) as Arrival)];
}

/** How a request of our own has arrived: what it did not have, a proxy has added. */
function evaluateArrival({ peer, isTrusted, host, forwarded }: Arrival): Finding {
  const { ok, warning, failed } = proxy;
  const headers = Object.keys(forwarded);
  const { host: wanted } = new URL(env.baseUrl);
  if (host !== wanted) {
    return failed(
      `The proxy at ${peer} sends the Host header ${host} instead of ${wanted}; make it pass the visitor's (nginx: proxy_set_header Host $host).`,
    );
  }
  if (!isTrusted && headers.length > 0) {
    return failed(
      `The proxy at ${peer} sends ${headers.join(", ")}, and TRUSTED_PROXIES does not name it, so all visitors count as one; set TRUSTED_PROXIES=${peer}.`,
    );
  }
  if (isTrusted && forwarded["x-forwarded-for"] === undefined && !isLoopback(new URL(env.baseUrl).hostname)) {
    return warning(
      `TRUSTED_PROXIES names ${peer}, which sends no X-Forwarded-For, so all visitors count as one; make it add the header.`,
    );
  }
  if (headers.length === 0) return ok(`Requests arrive from ${peer} without a proxy's headers.`);
  return ok(`The proxy at ${peer} is trusted and names visitors by ${headers.join(", ")}.`);
}
