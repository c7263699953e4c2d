import { once } from "node:events";
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Reads one HTTP/1.1 message; undefined while it is not whole. */
function parse(text: string, wasClosed: boolean): RawAnswer | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [start = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  const status = Number(start.split(" ")[1]);
  const length = status < 200 ? 0 : Number(headers["content-length"] ?? Number.NaN);
  if (!wasClosed && !(body.length >= length)) return undefined;
  return { status, headers, body };
}

/**
 * Sends bytes as they are and reads the answer. `parts` are sent one after the other, `pauseMs` apart; what is still
 * unsent when the answer comes is not sent.
 */
export async function sendRaw(
  port: number,
  parts: string | Iterable<string | Buffer>,
  pauseMs = 0,
  localAddress = "127.0.0.1",
): Promise<RawAnswer> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  let text = "";
  let isClosed = false;
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  socket.once("close", () => {
    isClosed = true;
  });
  await once(socket, "connect");
  const answered = () => parse(text, isClosed) !== undefined || isClosed;
  for (const part of typeof parts === "string" ? [parts] : parts) {
    if (answered()) break;
    if (!socket.write(part))
      await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  while (!answered()) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  const answer = parse(text, true);
  if (answer === undefined) throw new Error(`No answer: ${JSON.stringify(text)}`);
  return answer;
}
