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

/** A receiver in Python's standard library, as the page shows it. */
export const python = `import base64, hashlib, hmac, json, os, pathlib, queue, re, threading, time, traceback, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if len(SECRET) != 64:
    raise SystemExit("Set WEBHOOK_SECRET to the secret of your webhook")
TOLERANCE_SECONDS = 300
MOST_BYTES = 65_536
INBOX = pathlib.Path("inbox")
INBOX.mkdir(exist_ok=True)

def handle(event):
    """What you do with an event. The answer is sent by then, so it may take its time."""
    print(event["type"], event["id"], flush=True)

def is_genuine(headers, body):
    signatures = headers.get("webhook-signature")
    if signatures is None:
        return is_same(sign(body).hexdigest(), headers.get("x-webhook-signature", ""))
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = sign(f"{event_id}.{timestamp}.".encode() + body).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(is_same(expected, one) for one in signatures.split(" "))

def sign(message):
    return hmac.new(SECRET, message, hashlib.sha256)

def is_same(one, other):
    return hmac.compare_digest(one.encode(), other.encode())

def keep(event_id, body):
    """Keeps an event once, whole and on the disk; False if it was there already. In a database:
    a row whose key is the id."""
    draft = INBOX / str(uuid.uuid4())
    try:
        with open(draft, "xb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, INBOX / f"{event_id}.json")
        return True
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)

waiting = queue.Queue()

def work():
    """One after the other. What fails has no .done and is tried again when the program starts."""
    while True:
        event_id = waiting.get()
        try:
            handle(json.loads((INBOX / f"{event_id}.json").read_bytes()))
            (INBOX / f"{event_id}.done").touch()
        except Exception:
            traceback.print_exc()

class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if not 0 <= length <= MOST_BYTES:
            return self.answer(413)
        # The bytes as they came: parsed and written again they would have another signature.
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        event_id = json.loads(body)["id"]
        is_new = keep(event_id, body)
        self.answer(204)
        if is_new:
            waiting.put(event_id)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

for path in sorted(INBOX.glob("*.json")):
    if not path.with_suffix(".done").exists():
        waiting.put(path.stem)
threading.Thread(target=work, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`;

/** A receiver in PHP without extensions, as the page shows it. */
export const php = String.raw`<?php
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MOST_BYTES = 65_536;
// Beside the folder that your web server serves, never in it.
const INBOX = __DIR__ . '/../inbox';

// What you do with an event. The answer is sent by then, so it may take its time.
function handle(array $event): void
{
    error_log($event['type'] . ' ' . $event['id']);
}

function is_genuine(string $secret, string $body): bool
{
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? null;
    if ($signatures === null) {
        $expected = hash_hmac('sha256', $body, $secret);
        return hash_equals($expected, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '');
    }
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $digest = hash_hmac('sha256', $id . '.' . $timestamp . '.' . $body, $secret, true);
    $expected = 'v1,' . base64_encode($digest);
    foreach (explode(' ', $signatures) as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}

// Keeps an event once, whole and on the disk. In a database: a row whose key is the id.
function keep(string $id, string $body): void
{
    $path = INBOX . '/' . $id . '.json';
    if (is_file($path)) {
        return;
    }
    $draft = INBOX . '/' . bin2hex(random_bytes(16));
    try {
        $file = fopen($draft, 'x');
        if ($file === false || fwrite($file, $body) !== strlen($body) || !fsync($file)) {
            throw new RuntimeException('The event could not be written');
        }
        fclose($file);
        // Of two requests at the same moment the second finds the name taken.
        if (!@link($draft, $path) && !is_file($path)) {
            throw new RuntimeException('The event could not be kept');
        }
    } finally {
        @unlink($draft);
    }
}

// One after the other, in one process at a time. What fails or comes meanwhile has no .done: the
// next time does it.
function work(): void
{
    $turn = fopen(INBOX . '/turn', 'c');
    if ($turn === false || !flock($turn, LOCK_EX | LOCK_NB)) {
        return;
    }
    foreach (glob(INBOX . '/*.json') ?: [] as $path) {
        $done = substr($path, 0, -5) . '.done';
        if (is_file($done)) {
            continue;
        }
        try {
            handle(json_decode(file_get_contents($path), true, 512, JSON_THROW_ON_ERROR));
            touch($done);
        } catch (Throwable $fault) {
            error_log((string) $fault);
        }
    }
}

function receive(): int
{
    $secret = (string) getenv('WEBHOOK_SECRET');
    if (strlen($secret) !== 64) {
        error_log('Set WEBHOOK_SECRET to the secret of your webhook');
        return 500;
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    // The bytes as they came: parsed and written again they would have another signature.
    $body = file_get_contents('php://input', false, null, 0, MOST_BYTES + 1);
    if ($body === false || strlen($body) > MOST_BYTES) {
        return 413;
    }
    if (!is_genuine($secret, $body)) {
        return 401;
    }
    try {
        keep(json_decode($body, true, 512, JSON_THROW_ON_ERROR)['id'], $body);
        return 204;
    } catch (Throwable $fault) {
        error_log((string) $fault);
        return 500;
    }
}

is_dir(INBOX) || mkdir(INBOX, 0700, true);
// From cron, every minute: php webhook.php
if (PHP_SAPI === 'cli') {
    work();
    exit;
}
$status = receive();
http_response_code($status);
// PHP-FPM sends the answer here; what runs elsewhere leaves the work to cron.
if ($status === 204 && function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
    work();
}
`;
