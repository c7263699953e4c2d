import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Certificate } from "./balancer";

/** A certificate for a name that nobody vouches for but itself, until the test ends. */
export function makeCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-certificate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const about = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...about, "-keyout", key, "-out", certificate], {
    stdio: "ignore",
  });
  return { certificate, key };
}
