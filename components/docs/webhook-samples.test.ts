import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  eventBody,
  newEventId,
  newSecretText,
  signPlainly,
  standardHeaders,
} from "@/e2e/support/signed-events";
import { toSigningSecret } from "@/lib/webhooks/secret";
import { writeSignatureSamples } from "./webhook-samples";

const samples = writeSignatureSamples();
const secret = newSecretText();
const id = newEventId();
const body = eventBody(id, '{"name":"Größe \u2028 1.0 \'quoted\' %s"}');
const headers = standardHeaders(id, body, secret);
const { PATH } = process.env;

describe("the signature samples in the docs", () => {
  it("compute the signature of a delivery with openssl", () => {
    const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH, BODY: body, WEBHOOK_SECRET: secret };
    const printed = execFileSync("/bin/sh", ["-c", samples.byHand], { env, encoding: "utf8" });
    expect(printed.trim().split(" ").at(-1)).toBe(signPlainly(body, secret));
  });

  it("verify a delivery with the Standard Webhooks library and reject a changed body", () => {
    const verify = (sent: string) => {
      const given = `const body = ${JSON.stringify(sent)}, headers = ${JSON.stringify(headers)};`;
      const text = `${given}\n${samples.library}\nconsole.log(event.id);`;
      const env: NodeJS.ProcessEnv = {
        NODE_ENV: "test",
        PATH,
        WEBHOOK_SIGNING_SECRET: toSigningSecret(secret),
      };
      const words = ["--input-type=module", "-e", text];
      return execFileSync(process.execPath, words, { env, encoding: "utf8", stdio: "pipe" }).trim();
    };
    expect(verify(body)).toBe(id);
    expect(() => verify(`${body} `)).toThrow(/No matching signature/);
  });
});
