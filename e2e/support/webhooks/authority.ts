import { execFile } from "node:child_process";
import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/**
 * A certificate authority of one test run. Processes that are started after `openAuthority` trust it by
 * `NODE_EXTRA_CA_CERTS`, which Node reads when it starts; no check of a certificate is ever switched off.
 */

/** What a server shows of itself, in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** `good` is for `receiverNames`; each of the others is wrong in one thing alone. */
export type CertificateKind = "good" | "wrong-name" | "expired" | "self-signed";

const receiverNames = [
  "hooks.example.test",
  "*.example.test",
  "localhost",
  "127.0.0.1",
  "127.0.0.2",
  "127.0.0.3",
  "::1",
];

const execute = promisify(execFile);
const bundleName = "quietzone-test-authority.pem";

const openssl = (folder: string, ...words: string[]) => execute("openssl", words, { cwd: folder });

/** Names and addresses as a certificate's extension lists them. */
function listNames(names: readonly string[]): string {
  return `subjectAltName=${names.map((name) => `${/^[\d.]+$|:/.test(name) ? "IP" : "DNS"}:${name}`).join(",")}`;
}

/** Signs for these names in the authority's folder; a negative number of days makes one that has run out. */
async function signCertificate(folder: string, kind: string, names: readonly string[], days: number) {
  await writeFile(join(folder, `${kind}.ext`), `${listNames(names)}\n`);
  await openssl(folder, "req", "-new", "-key", "server.key", "-subj", `/CN=${kind}`, "-out", `${kind}.csr`);
  const signers = kind === "self-signed" ? ["-key", "server.key"] : ["-CA", "ca.pem", "-CAkey", "ca.key"];
  const request = ["-req", "-in", `${kind}.csr`, ...signers, "-extfile", `${kind}.ext`];
  await openssl(folder, "x509", ...request, "-days", String(days), "-out", `${kind}.pem`);
}

async function makeAuthority(folder: string): Promise<void> {
  for (const owner of ["ca", "server"]) {
    await openssl(folder, "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", `${owner}.key`);
  }
  const self = ["req", "-x509", "-new", "-key", "ca.key", "-subj", "/CN=Quietzone test authority"];
  await openssl(folder, ...self, "-days", "30", "-out", "ca.pem");
  await Promise.all([
    signCertificate(folder, "good", receiverNames, 30),
    signCertificate(folder, "wrong-name", ["elsewhere.test"], 2),
    signCertificate(folder, "expired", receiverNames, -1),
    signCertificate(folder, "self-signed", receiverNames, 30),
  ]);
}

/** The setups of a run's projects are several instances of this module in one process: they share what is made here. */
const shared = globalThis as { quietzoneTestAuthority?: Promise<() => Promise<void>> };

/** Makes the authority unless this run has one already; resolves with what removes it. */
export async function openAuthority(): Promise<() => Promise<void>> {
  const existing = shared.quietzoneTestAuthority;
  if (existing === undefined) {
    shared.quietzoneTestAuthority = createAuthority();
    return shared.quietzoneTestAuthority;
  }
  await existing;
  return async () => {};
}

async function createAuthority(): Promise<() => Promise<void>> {
  const operators = process.env.NODE_EXTRA_CA_CERTS;
  const folder = await mkdtemp(join(tmpdir(), "quietzone-authority-"));
  const bundle = join(folder, bundleName);
  await makeAuthority(folder);
  await copyFile(join(folder, "ca.pem"), bundle);
  if (operators) await appendFile(bundle, await readFile(operators));
  process.env.NODE_EXTRA_CA_CERTS = bundle;
  return async () => {
    delete shared.quietzoneTestAuthority;
    if (operators === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
    else process.env.NODE_EXTRA_CA_CERTS = operators;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Settings of a process that trusts the authority. */
export function trustSettings(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };
}

function folderOfAuthority(): string {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (!NODE_EXTRA_CA_CERTS?.endsWith(bundleName)) throw new Error("no authority: openAuthority comes first");
  return dirname(NODE_EXTRA_CA_CERTS);
}

async function readCertificate(folder: string, kind: string): Promise<Certificate> {
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const [key, cert] = await Promise.all([read("server.key"), read(`${kind}.pem`)]);
  return { key, cert };
}

export function certificateOf(kind: CertificateKind): Promise<Certificate> {
  return readCertificate(folderOfAuthority(), kind);
}

/** A good one for other names or addresses, like a public address of a network namespace. */
export async function issueCertificate(names: readonly string[]): Promise<Certificate> {
  const folder = folderOfAuthority();
  const kind = `issued-${crypto.randomUUID()}`;
  await signCertificate(folder, kind, names, 2);
  return readCertificate(folder, kind);
}
