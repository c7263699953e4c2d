import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "../free-port";
import { startNginx } from "../process/nginx";

const file = new URL("../../../deploy/nginx.conf", import.meta.url);
const domainFile = new URL("../../../deploy/nginx-domain.conf", import.meta.url);

/** nginx as `deploy/nginx.conf` sets it up. */
export interface Balancer {
  /** Of the part that asks the services. */
  origin: string;
  /** Of the part that sends to https. */
  plainOrigin: string;
  /** Where an ACME client leaves what it is asked for. */
  webroot: string;
  close(): Promise<void>;
}

/** A certificate and its key, by their paths. */
export interface Certificate {
  certificate: string;
  key: string;
}

/** Replaces every place of a text that the pattern finds; one that finds nothing is a test that tests nothing. */
function replaceEach(text: string, pattern: RegExp, by: string): string {
  if (text.search(pattern) < 0) throw new Error(`deploy/nginx.conf has nothing like ${pattern}.`);
  return text.replaceAll(pattern, by);
}

/**
 * Changes what its head says is to be changed, and the ports: of a test's own and on loopback. Without a certificate the part
 * behind https speaks plain HTTP, and is else the same.
 */
function settle(ports: readonly number[], plain: number, main: number, tls?: Certificate): string {
  let text = readFileSync(file, "utf8");
  const [first, second] = ports;
  if (first === undefined) throw new Error("nginx has nobody to ask.");
  text = replaceEach(text, /10\.0\.0\.11:3000/g, `127.0.0.1:${first}`);
  text =
    second === undefined
      ? replaceEach(text, /^ *server 10\.0\.0\.12:3000.*$/gm, "")
      : replaceEach(text, /10\.0\.0\.12:3000/g, `127.0.0.1:${second}`);
  text = replaceEach(text, /listen \[::\].*/g, "");
  text = replaceEach(text, /listen 80 /g, `listen 127.0.0.1:${plain} `);
  if (tls === undefined) {
    text = replaceEach(text, /listen 443 ssl http2 /g, `listen 127.0.0.1:${main} `);
    return replaceEach(text, /^ *ssl_.*$/gm, "");
  }
  text = replaceEach(text, /listen 443 /g, `listen 127.0.0.1:${main} `);
  text = replaceEach(text, /(?<=ssl_certificate )[^;]+/g, tls.certificate);
  return replaceEach(text, /(?<=ssl_certificate_key )[^;]+/g, tls.key);
}

/** An own domain with its certificate. */
export interface ServedHost {
  host: string;
  tls: Certificate;
}

/** `deploy/nginx-domain.conf` as docs/operate/domains.md makes it one host's. */
function settleDomain(main: number, { host, tls }: ServedHost): string {
  let text = readFileSync(domainFile, "utf8");
  text = replaceEach(text, /listen \[::\].*/g, "");
  text = replaceEach(text, /listen 443 /g, `listen 127.0.0.1:${main} `);
  text = replaceEach(text, /(?<=ssl_certificate )[^;]+/g, tls.certificate);
  text = replaceEach(text, /(?<=ssl_certificate_key )[^;]+/g, tls.key);
  return replaceEach(text, /go\.example\.com/g, host);
}

/** Debian's nginx with `deploy/nginx.conf` in front of services on these ports of this machine, and an own domain where there is one. */
export async function openBalancer(
  ports: readonly number[],
  tls?: Certificate,
  domain?: ServedHost,
): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-balancer-"));
  const [plain, main] = [await findFreePort(), await findFreePort()];
  const site = join(folder, "quietzone.conf");
  writeFileSync(site, replaceEach(settle(ports, plain, main, tls), /\/var\/lib\/acme/g, folder));
  const domainSite = join(folder, "quietzone-domain.conf");
  if (domain !== undefined) writeFileSync(domainSite, settleDomain(main, domain));
  const stop = await startNginx(domain === undefined ? [site] : [site, domainSite]);
  const plainOrigin = `http://127.0.0.1:${plain}`;
  await vi.waitFor(() => fetch(plainOrigin, { redirect: "manual" }), { timeout: 20_000 });
  return {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${main}`,
    plainOrigin,
    webroot: folder,
    async close() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
