/** A receiver in Node's own modules, as the page shows it. */
export const javascript = String.raw`import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";

const secret = process.env.WEBHOOK_SECRET ?? "";
if (secret.length !== 64) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook");
const toleranceSeconds = 300;
const mostBytes = 65_536;
await mkdir("inbox", { recursive: true });

// What you do with an event. The answer is sent by then, so it may take its time.
async function handle(event) {
  console.log(event.type, event.id);
}

function isGenuine(headers, body) {
  const signatures = headers["webhook-signature"];
  if (signatures === undefined) {
    return isSame(sign(body).toString("hex"), headers["x-webhook-signature"] ?? "");
  }
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = "v1," + sign(id + "." + timestamp + ".", body).toString("base64");
  return signatures.split(" ").some((one) => isSame(expected, one));
}

function sign(...parts) {
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

function isSame(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// The bytes as they came: parsed and written again they would have another signature.
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// Keeps an event once, whole and on the disk; false if it was there already. In a database:
// a row whose key is the id.
async function keep(id, body) {
  const draft = "inbox/" + randomUUID();
  try {
    await writeFile(draft, body, { flush: true });
    await link(draft, "inbox/" + id + ".json");
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

// One after the other. What fails has no .done and is tried again when the program starts.
let line = Promise.resolve();
function work(id) {
  line = line
    .then(async () => {
      await handle(JSON.parse(await readFile("inbox/" + id + ".json", "utf8")));
      await writeFile("inbox/" + id + ".done", "");
    })
    .catch(console.error);
}

async function receive(request, response) {
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== "POST") return answer(405);
  const body = await readBody(request);
  if (!isGenuine(request.headers, body)) return answer(401);
  const { id } = JSON.parse(body);
  const isNew = await keep(id, body);
  answer(204);
  if (isNew) work(id);
}

const names = (await readdir("inbox")).sort();
for (const name of names) {
  const id = name.replace(/\.json$/, "");
  if (name !== id && !names.includes(id + ".done")) work(id);
}
createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(process.env.PORT ?? 8080), "127.0.0.1");
`;
