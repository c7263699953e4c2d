import { PassThrough, Writable } from "node:stream";
import { expect, it } from "vitest";
import { readPassword } from "./accounts";

/** Reads from what is piped in, or typed at a terminal, and gives what the terminal shows, too: `echo:` before a question asked while it still shows what is typed. */
async function read(text: string, isTTY = false) {
  let echoes = true;
  const setRawMode = (isRaw: boolean) => {
    echoes = !isRaw;
  };
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode });
  let shown = "";
  const output = new Writable({
    write(chunk, _encoding, done) {
      shown += echoes && chunk.toString() !== "\n" ? `echo: ${chunk}` : chunk;
      done();
    },
  });
  const password = readPassword({ input, output }).catch((error: Error) => error);
  for (const part of text.match(/[^\r]*\r|[^\r]+$/g) ?? [text]) {
    input.write(part);
    // The next line is typed once it is asked for; until then only promises settle.
    await new Promise((resolve) => setImmediate(resolve));
  }
  input.end();
  return { password: await password, shown };
}

it.each([
  ["a line\nand more", "a line"],
  ["with a Windows end\r\n", "with a Windows end"],
  ["without an end", "without an end"],
  ["  spaces count \n", "  spaces count "],
])("reads the first line of standard input: %j", async (text, password) => {
  expect(await read(text)).toEqual({ password, shown: "" });
});

it.each(["", "\n"])("rejects the empty input %j", async (text) => {
  const { password } = await read(text);
  expect((password as Error).message).toMatch(/^No password was given: .* standard input\.$/);
});

it("asks twice on a terminal without showing what is typed", async () => {
  const same = await read("six quiet modules\rsix quiet modules\r", true);
  expect(same).toEqual({ password: "six quiet modules", shown: "Password: \nRepeat password: \n" });
  expect(((await read("one\rother\r", true)).password as Error).message).toBe("The two passwords differ.");
});

it.each(["\x03", "\x04"])("aborts when %j is typed", async (key) => {
  expect((await read(key, true)).password).toBeInstanceOf(Error);
});
