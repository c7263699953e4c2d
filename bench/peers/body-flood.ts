// Clients that send bodies of 10 MiB to the bulk POST one after the other, each with a key of its own, until they are killed.
import { request } from "node:http";
import { setPriority } from "node:os";

const [origin = "", ...apiKeys] = process.argv.slice(2);
const bodyBytes = 10 * 1024 * 1024;

/** As many members as fit, which is far beyond the limit; and 99,000 members, the most that are read, in as many bytes. */
const bodies = [
  `{"qrCodes":[${"1,".repeat((bodyBytes - 20) / 2)}1]}`,
  `{"qrCodes":[${`"${"x".repeat(100)}",`.repeat(99_000)}1]}`,
].map((text) => Buffer.from(text));

function send(authorization: string, place: number): void {
  const body = bodies[place % bodies.length]!;
  const next = () => setImmediate(send, authorization, place + 1);
  const headers = { authorization, "content-type": "application/json", "content-length": body.length };
  const outgoing = request(new URL("/api/v1/qr-codes/bulk", origin), { method: "POST", headers });
  outgoing.on("response", (answer) => answer.resume());
  // A body that is refused early is cut off.
  outgoing.on("error", () => {}).once("close", next);
  outgoing.end(body);
}

process.on("disconnect", () => process.exit());
setPriority(10);
for (const apiKey of apiKeys) send(`Bearer ${apiKey}`, 0);
