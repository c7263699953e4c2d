import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { listInstallations, writeClientPrograms } from "@/components/docs/samples";
import { newAccount, newKey, type TestKey } from "../../support/accounts";
import { expectFollower, expectReceiver, RunningProgram, readBlocks } from "../../support/client-programs";
import { findFreePort } from "../../support/free-port";
import { ensurePython } from "../../support/python-environment.mjs";
import { menu, openQuietzone } from "../../support/quietzone";

const run = promisify(execFile);
const names = ["quick_start.py", "with_asyncio.py", "errors.py", "events.py", "receiver.py"];
let python: string;
let folder: string;
let key: TestKey;

const settings = (more: Record<string, string> = {}) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  HOME: folder,
  PYTHONPATH: join(folder, "packages"),
  MYPYPATH: join(folder, "packages"),
  QUIETZONE_URL: inject("baseUrl"),
  QUIETZONE_API_KEY: key.apiKey,
  ...more,
});

const runProgram = (name: string, more: Record<string, string> = {}) =>
  run(python, [name], { cwd: folder, env: settings(more) });

/** A user's folder: the wheel as the service hands it out, and the README's programs. */
beforeAll(async () => {
  python = ensurePython({
    name: "client",
    requirements: "clients/python/requirements-test.txt",
    probe: "import httpx, mypy",
    remedy: "Install python3-venv and allow pip to reach its index.",
  });
  folder = await mkdtemp(join(tmpdir(), "quietzone-python-"));
  key = await newKey(await newAccount("pro"));
  const [install = ""] = await readBlocks("clients/python/README.md", "sh");
  const [, path = ""] = /^pip install "\$QUIETZONE_URL(.+)"\n$/.exec(install) ?? [];
  await mkdir(join(folder, "packages"));
  const words = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", "packages"];
  // With a host that pip trusts over http, the address is the README's.
  await run(python, [...words, `${inject("baseUrl")}${path}`], { cwd: folder, env: settings() });
  const programs = await readBlocks("clients/python/README.md", "python");
  expect(programs).toHaveLength(names.length);
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), programs[index] ?? "");
}, 240_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it("the package and the README's programs pass mypy --strict", async () => {
  const checked = await run(python, ["-m", "mypy", "--strict", "-p", "quietzone", "--cache-dir=cache"], {
    cwd: folder,
    env: settings(),
  }).catch((error) => error);
  expect(checked.stdout).toMatch(/^Success: no issues found/);
  const programs = await run(python, ["-m", "mypy", "--strict", "--cache-dir=cache", ...names], {
    cwd: folder,
    env: settings(),
  }).catch((error) => error);
  expect(programs.stdout).toMatch(/^Success: no issues found/);
});

it("the README's quick start and asyncio program run unchanged", async () => {
  const { stdout, stderr } = await runProgram("quick_start.py");
  expect(stderr).toBe("");
  const [made = "", listed] = stdout.trim().split("\n");
  const [id = "", shortUrl] = made.split(" ");
  expect(listed).toBe("Menu, table 4 0");
  const code = await openQuietzone({ apiKey: key.apiKey }).codes.get(id);
  expect(code).toMatchObject({ shortUrl, content: "https://example.com/menu/summer" });
  expect(await readFile(join(folder, "menu.svg"), "utf8")).toMatch(/^<svg/);
  const again = await runProgram("with_asyncio.py");
  expect(again.stdout).toBe("Menu, table 4 https://example.com/menu/summer\n");
});

it("the program of /docs/with-a-key runs unchanged and installs the README's wheel", async () => {
  const [install = ""] = await readBlocks("clients/python/README.md", "sh");
  const address = install.replace('"$QUIETZONE_URL', inject("baseUrl")).replace('"\n', "");
  expect(listInstallations(inject("baseUrl")).python).toBe(address);
  await writeFile(join(folder, "menu.py"), writeClientPrograms(inject("baseUrl")).python);
  const { stdout } = await runProgram("menu.py");
  const { data } = await openQuietzone({ apiKey: key.apiKey }).codes.list({ limit: 1 });
  expect(data).toMatchObject([{ shortUrl: stdout.trim(), content: "https://example.com/menu/summer" }]);
});

it("the README's error program prints refusals and connection failures", async () => {
  const { stdout } = await runProgram("errors.py");
  expect(stdout).toMatch(/^400 invalid_url .+\ncontent .+\n$/);
  const nobody = await runProgram("errors.py", {
    QUIETZONE_URL: `http://127.0.0.1:${await findFreePort()}`,
  });
  expect(nobody.stdout).toMatch(
    /^No answer, after every attempt: The service could not be reached.+ Check that the service runs/,
  );
});

it("the README's event follower resumes where it stopped", async () => {
  const start = (env: Record<string, string>) =>
    new RunningProgram([python, "events.py"], folder, settings(env));
  await expectFollower(start, folder);
});

it("the README's receiver accepts webhooks signed with its secret and rejects others", async () => {
  await expectReceiver(
    (env) => new RunningProgram([python, "receiver.py"], folder, settings(env)),
    await findFreePort(),
  );
});

it("sends calls to this machine through no proxy of the environment, but with the caller's own client", async () => {
  let calls = 0;
  const proxy = createServer((_, response) => {
    calls += 1;
    response.end("{}");
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const program = `
import asyncio, httpx
from quietzone import AsyncQuietzone, Quietzone, QuietzoneConnectionError

def read(address, **options):
    try:
        Quietzone(address, "qr_test_x", max_retries=0, **options).account.get()
        print("answered")
    except QuietzoneConnectionError:
        print("unreachable")

async def read_async(address):
    try:
        await AsyncQuietzone(address, "qr_test_x", max_retries=0).account.get()
        print("answered")
    except QuietzoneConnectionError:
        print("unreachable")

for address in ("http://localhost:1", "http://a.localhost:1", "http://127.0.0.1:1", "http://[::1]:1"):
    read(address)
    asyncio.run(read_async(address))
read("http://localhost:1", http_client=httpx.Client())
read("http://qr.example.com", allow_http=True)
`;
  try {
    await writeFile(join(folder, "local.py"), program);
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { stdout } = await runProgram("local.py", { HTTP_PROXY: address, ALL_PROXY: address });
    expect(stdout).toBe(`${"unreachable\n".repeat(8)}${"answered\n".repeat(2)}`);
    expect(calls).toBe(2);
  } finally {
    proxy.close();
  }
});

it("reports unreadable answers and waits as its own errors, and gives a cursor that moved", async () => {
  const program = `
import httpx
from quietzone import Quietzone, QuietzoneError

def open_with(answer):
    http = httpx.Client(transport=httpx.MockTransport(answer))
    return Quietzone("http://localhost", "qr_test_x", max_retries=0, http_client=http)

def fail(response):
    try:
        open_with(lambda request: response).account.get()
    except QuietzoneError as error:
        print(error.status, error.code, error.retry_after)

nested = b"[" * 200_000
fail(httpx.Response(200, content=nested))
fail(httpx.Response(500, content=nested))
for wait in ("7", "²", "soon", "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"):
    fail(httpx.Response(429, headers={"Retry-After": wait.encode()}, json={"error": "Slow down", "code": "rate_limited"}))

cursors = iter("aab")
page = lambda request: httpx.Response(200, json={"data": [], "pagination": {"limit": 50, "nextCursor": next(cursors)}})
pages = open_with(page).follow_events(interval=0)
print(next(pages).next_cursor, next(pages).next_cursor)
`;
  await writeFile(join(folder, "edges.py"), program);
  const { stdout } = await runProgram("edges.py");
  expect(stdout.trim().split("\n")).toEqual([
    "200 unexpected_answer None",
    "500 unexpected_answer None",
    "429 rate_limited 7.0",
    "429 rate_limited None",
    "429 rate_limited None",
    "429 rate_limited None",
    "a b",
  ]);
});

it("a lost POST is repeated with the same idempotency key and creates one code", async () => {
  const program = `
import httpx, os, quietzone

class Losing(httpx.HTTPTransport):
    count = 0
    def handle_request(self, request):
        response = super().handle_request(request)
        response.read()
        self.count += 1
        if self.count == 1:
            raise httpx.ReadError("lost", request=request)
        return response

client = quietzone.Quietzone(
    os.environ["QUIETZONE_URL"], os.environ["QUIETZONE_API_KEY"], http_client=httpx.Client(transport=Losing())
)
print(client.codes.create(${JSON.stringify({ ...menu, name: "Once" }).replace("true", "True")})["id"])
`;
  await writeFile(join(folder, "lost.py"), program);
  const { stdout } = await runProgram("lost.py");
  const { data } = await openQuietzone({ apiKey: key.apiKey }).codes.list({ search: "Once" });
  expect(data).toMatchObject([{ id: stdout.trim() }]);
});
