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

describe("secrets in the data folder", () => {
  it("are created once, even when several processes start at the same time", async () => {
    const dataDir = join(folder, "shared");
    const answers = await Promise.all(Array.from({ length: 4 }, () => askProcess(dataDir)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^[\w-]{43}$/);
    expect(await askProcess(dataDir)).toBe(answers[0]);
    expect(readdirSync(join(dataDir, "secrets"))).toEqual(["auth-secret"]);
  });

  it("are readable only by their owner", async () => {
    const dataDir = join(folder, "modes");
    await askProcess(dataDir);
    expect(statSync(join(dataDir, "secrets", "auth-secret")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "secrets")).mode & 0o777).toBe(0o700);
  });

  it("are not written when the setting provides one", async () => {
    const dataDir = join(folder, "set");
    const secret = "a secret of thirty-two characters or more";
    expect(await askProcess(dataDir, { AUTH_SECRET: secret })).toBe(secret);
    expect(() => statSync(dataDir)).toThrow("ENOENT");
  });
});

describe("encryptText and decryptText", () => {
  it("decrypt for the purpose of the encryption", () => {
    const sealed = encryptText("Grüße 🔑", "webhook-secret:1");
    expect(decryptText(sealed, "webhook-secret:1")).toBe("Grüße 🔑");
    expect(sealed.includes(Buffer.from("Grüße"))).toBe(false);
  });

  it("do not decrypt for another purpose", () => {
    const sealed = encryptText("secret", "webhook-secret:1");
    expect(() => decryptText(sealed, "webhook-secret:2")).toThrow();
  });

  it("encrypt and hash nothing while encryption is refused, but still decrypt", () => {
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

  it("do not decrypt text with any single bit changed", () => {
    const sealed = encryptText("secret", "p");
    for (let i = 0; i < sealed.length; i++) {
      const bent = Buffer.from(sealed);
      bent.writeUInt8((bent[i] ?? 0) ^ 1, i);
      expect(() => decryptText(bent, "p")).toThrow();
    }
    expect(() => decryptText(sealed.subarray(0, 20), "p")).toThrow();
  });

  it("encrypt the same text differently every time", () => {
    const sealed = Array.from({ length: 100 }, () => encryptText("secret", "p").toString("hex"));
    expect(new Set(sealed).size).toBe(100);
  });
});
