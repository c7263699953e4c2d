import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe } from "vitest";
import { go } from "@/components/docs/receiver-go";
import { javascript, php, python } from "@/components/docs/receivers";
import { findFreePort } from "./free-port";

/** A language of the page's receivers, and how a program in it is started here. */
export interface SampleLanguage {
  name: string;
  text: string;
  /** From the folder that it is saved in. */
  file: string;
  /** The line of `handle` that a reader replaces, and one that waits until there is a file `go` beside the inbox. */
  work: string;
  waitingWork: string;
  isHere: boolean;
  /** Done once; what it makes is there at every start. */
  build?: readonly string[];
  command(port: number): readonly [string, ...string[]];
  /** Does what waits, where nothing does so after an answer. */
  later?: readonly [string, ...string[]];
}

const runs = (program: string, word: string) => spawnSync(program, [word]).status === 0;

/** Node and Python are everywhere where tests run; the others run where they are installed. */
export const sampleLanguages: readonly SampleLanguage[] = [
  {
    name: "Node",
    text: javascript,
    file: "webhook.mjs",
    work: "  console.log(event.type, event.id);\n",
    waitingWork:
      '  while (!(await readdir(".")).includes("go")) await new Promise((done) => setTimeout(done, 20));\n',
    isHere: true,
    command: () => [process.execPath, "webhook.mjs"],
  },
  {
    name: "Python",
    text: python,
    file: "webhook.py",
    work: '    print(event["type"], event["id"], flush=True)\n',
    waitingWork: '    while not os.path.exists("go"): time.sleep(0.02)\n',
    isHere: true,
    command: () => ["python3", "webhook.py"],
  },
  {
    name: "Go",
    text: go,
    file: "webhook.go",
    work: "\tlog.Println(event.Type, event.ID)\n",
    waitingWork:
      '\tfor _, err := os.Stat("go"); err != nil; _, err = os.Stat("go") {\n\t\ttime.Sleep(20 * time.Millisecond)\n\t}\n',
    isHere: runs("go", "version"),
    build: ["go", "build", "-o", "webhook", "webhook.go"],
    command: () => ["./webhook"],
  },
  {
    name: "PHP",
    text: php,
    file: "public/webhook.php",
    work: "    error_log($event['type'] . ' ' . $event['id']);\n",
    waitingWork: "    while (!file_exists(__DIR__ . '/../go')) usleep(20000);\n",
    isHere: runs("php", "-v"),
    command: (port) => ["php", "-n", "-S", `127.0.0.1:${port}`, "-t", "public", "public/webhook.php"],
    later: ["php", "-n", "public/webhook.php"],
  },
];

/** Cases of a language, or that they are skipped and why. */
export function describeHere({ name, isHere }: SampleLanguage, what: string, cases: () => void): void {
  const title = `${what} in ${name}`;
  if (isHere) describe(title, cases);
  else describe.skip(`${title}: skipped, it is not installed here`, cases);
}

/** One request to a receiver; answers its status. */
export async function postTo(
  { port }: { port: number },
  body: string | Buffer,
  headers: Record<string, string>,
  method = "POST",
): Promise<number> {
  // `fetch` takes the characters of a header as its bytes.
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text).toString("latin1")]);
  const answer = await fetch(`http://127.0.0.1:${port}/hook`, {
    method,
    headers: { "content-type": "application/json", ...Object.fromEntries(bytes) },
    ...(method === "POST" && { body: Uint8Array.from(Buffer.from(body)) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** A receiver of the page that runs in a folder of its own. */
export class SampleReceiver {
  readonly folder = mkdtempSync(join(tmpdir(), "quietzone-receiver-"));
  readonly #language: SampleLanguage;
  readonly #env: NodeJS.ProcessEnv;
  readonly #output: Buffer[] = [];
  #child: ChildProcess | undefined;
  port = 0;

  /** `edit` is what a reader makes of the text; without it the program is the page's, to the byte. */
  constructor(language: SampleLanguage, secret: string, edit = (text: string) => text) {
    this.#language = language;
    const { PATH, HOME } = process.env;
    this.#env = {
      NODE_ENV: "test",
      PATH,
      HOME,
      WEBHOOK_SECRET: secret,
      GOTOOLCHAIN: "local",
      GOPROXY: "off",
    };
    mkdirSync(join(this.folder, "public"));
    writeFileSync(join(this.folder, language.file), edit(language.text));
    const [program, ...words] = language.build ?? [];
    if (program) execFileSync(program, words, { cwd: this.folder, env: this.#env });
  }

  async start(): Promise<void> {
    this.port = await findFreePort();
    const [program, ...words] = this.#language.command(this.port);
    const env = { ...this.#env, PORT: String(this.port) };
    const child = spawn(program, words, { cwd: this.folder, env });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => this.#output.push(chunk));
    }
    const deadline = performance.now() + 20_000;
    while (!(await listens(this.port))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(this.output());
      await sleep(20);
    }
  }

  output(): string {
    return Buffer.concat(this.#output).toString("utf8");
  }

  /** What it has worked on so far, in this order, once there are so many: `scan.created evt_…`. */
  async worked(count: number): Promise<string[]> {
    const deadline = performance.now() + 20_000;
    for (;;) {
      this.#workLater();
      const lines = this.output().match(/(?:scan|qr)\.\w+ evt_[0-9a-z]+/g) ?? [];
      if (lines.length >= count) return lines;
      if (performance.now() > deadline) throw new Error(`${lines.length} of ${count}\n${this.output()}`);
      await sleep(20);
    }
  }

  #workLater(): void {
    const [program, ...words] = this.#language.later ?? [];
    if (!program) return;
    const { stdout, stderr } = spawnSync(program, words, { cwd: this.folder, env: this.#env });
    this.#output.push(stdout, stderr);
  }

  /** As a machine that fails ends it. */
  async kill(): Promise<void> {
    if (this.#child === undefined || this.#child.exitCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
    this.#child = undefined;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
