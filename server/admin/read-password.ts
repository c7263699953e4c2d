import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";
import { UsageError } from "./flags";

/** Where a password comes from: a terminal, or whatever is piped in. */
interface Source {
  input: NodeJS.ReadableStream & Pick<Partial<ReadStream>, "isTTY">;
  /** Where a terminal is asked. */
  output: NodeJS.WritableStream;
}

const missing = "No password was given: type it when asked, or write it as a line to standard input.";

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The next line; what is typed at a terminal is not shown. */
async function readLine({ input, output }: Source, question: string): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) output.write(question);
  const lines = createInterface({ input, output: nowhere(), terminal: isTerminal });
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => reject(new UsageError([missing])));
    });
  } finally {
    lines.close();
    if (isTerminal) output.write("\n");
  }
}

/**
 * A password that isn't on the command line, where other users of the machine and the shell's history would see it. A
 * terminal is asked twice. Throws `UsageError`.
 */
export async function readPassword(
  source: Source = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const password = await readLine(source, "Password: ");
  if (password === "") throw new UsageError([missing]);
  if (source.input.isTTY && (await readLine(source, "The same again: ")) !== password) {
    throw new UsageError(["The two passwords differ."]);
  }
  return password;
}
