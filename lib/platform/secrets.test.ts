import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decryptText, encryptText, hashText, refuseEncryption } from "./secrets";

const folder = mkdtempSync(join(tmpdir(), "quietzone-secrets-"));

beforeAll(() => {
  // Settings are read at first use, which is in the tests below.
  Object.assign(process.env, { DATA_DIR: folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a process of its own, over this folder, takes for the secret. */
async function askProcess(dataDir: string, settings: Record<string, string> = {}): Promise<string> {
  const program = "import('./lib/platform/secrets.ts').then((m) => process.stdout.write(m.readAuthSecret()))";
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "-e", program], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: dataDir, ...settings },
  });
  return stdout;
}

describe("secrets of the data folder", () => {
  it("are made once: processes that start at once agree on one, and later ones find it", async () => {
    const dataDir = join(folder, "shared");
    const answers = await Promise.all(Array.from({ length: 4 }, () => askProcess(dataDir)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^[\w-]{43}$/);
    expect(await askProcess(dataDir)).toBe(answers[0]);
    expect(readdirSync(join(dataDir, "secrets"))).toEqual(["auth-secret"]);
  });

  it("can be read by their owner alone", async () => {
    const dataDir = join(folder, "modes");
    await askProcess(dataDir);
    expect(statSync(join(dataDir, "secrets", "auth-secret")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "secrets")).mode & 0o777).toBe(0o700);
  });

  it("give way to the settings, and then nothing is written", async () => {
    const dataDir = join(folder, "set");
    const secret = "a secret of thirty-two characters or more";
    expect(await askProcess(dataDir, { AUTH_SECRET: secret })).toBe(secret);
    expect(() => statSync(dataDir)).toThrow("ENOENT");
  });
});

describe("encryption at rest", () => {
  it("opens for the purpose that it was made for", () => {
    const sealed = encryptText("Grüße 🔑", "webhook-secret:1");
    expect(decryptText(sealed, "webhook-secret:1")).toBe("Grüße 🔑");
    expect(sealed.includes(Buffer.from("Grüße"))).toBe(false);
  });

  it("opens for no other purpose", () => {
    const sealed = encryptText("secret", "webhook-secret:1");
    expect(() => decryptText(sealed, "webhook-secret:2")).toThrow();
  });

  it("encrypts and hashes nothing while that is refused, and opens what it has", () => {
    const sealed = encryptText("secret", "p");
    const unavailable = expect.objectContaining({ code: "unavailable" });
    refuseEncryption(true);
    try {
      expect(() => encryptText("secret", "p")).toThrow(unavailable);
      expect(() => hashText("secret", "p")).toThrow(unavailable);
      expect(decryptText(sealed, "p")).toBe("secret");
    } finally {
      refuseEncryption(false);
    }
    expect(decryptText(encryptText("secret", "p"), "p")).toBe("secret");
  });

  it("does not open when a single bit was changed, anywhere", () => {
    const sealed = encryptText("secret", "p");
    for (let i = 0; i < sealed.length; i++) {
      const bent = Buffer.from(sealed);
      bent.writeUInt8((bent[i] ?? 0) ^ 1, i);
      expect(() => decryptText(bent, "p")).toThrow();
    }
    expect(() => decryptText(sealed.subarray(0, 20), "p")).toThrow();
  });

  it("makes something else of the same text every time", () => {
    const sealed = Array.from({ length: 100 }, () => encryptText("secret", "p").toString("hex"));
    expect(new Set(sealed).size).toBe(100);
  });
});
