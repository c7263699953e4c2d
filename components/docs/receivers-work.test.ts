import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeHere, postTo, SampleReceiver, sampleLanguages } from "@/e2e/support/sample-receivers";
import {
  eventBody,
  newEventId,
  newSecretText,
  signPlainly,
  standardHeaders,
} from "@/e2e/support/signed-events";

const secret = newSecretText();

function send(receiver: SampleReceiver, id: string): Promise<number> {
  return postTo(receiver, eventBody(id), standardHeaders(id, eventBody(id), secret));
}

for (const language of sampleLanguages) {
  describeHere(language, "the work of the sample receiver", () => {
    it("runs after the response, and survives a crash without running twice", async () => {
      const slow = (text: string) =>
        text.replace(language.work, () => `${language.waitingWork}${language.work}`);
      expect(slow(language.text)).not.toBe(language.text);
      const receiver = new SampleReceiver(language, secret, slow);
      try {
        await receiver.start();
        const ids = [newEventId(), newEventId(), newEventId()];
        // Each is answered though the work on the first does not end.
        for (const id of ids) expect(await send(receiver, id)).toBe(204);
        expect(receiver.output()).not.toContain("scan.created");
        await receiver.kill();
        writeFileSync(join(receiver.folder, "go"), "");
        await receiver.start();
        expect(await send(receiver, ids[0] ?? "")).toBe(204);
        expect((await receiver.worked(3)).sort()).toEqual(ids.map((id) => `scan.created ${id}`).sort());
        await receiver.kill();
        await receiver.start();
        await send(receiver, newEventId());
        expect(await receiver.worked(4)).toHaveLength(4);
      } finally {
        await receiver.close();
      }
    }, 120_000);

    it("does not start without a secret", async () => {
      const receiver = new SampleReceiver(language, "");
      try {
        const refusal = async () => {
          await receiver.start();
          // What a web server runs is asked all the same, and serves nobody.
          const body = eventBody(newEventId());
          const status = await postTo(receiver, body, { "x-webhook-signature": signPlainly(body, "") });
          if (status === 500) throw new Error(receiver.output());
        };
        await expect(refusal()).rejects.toThrow(/Set WEBHOOK_SECRET/);
      } finally {
        await receiver.close();
      }
    }, 120_000);
  });
}
