import type { Built } from "../../maker/draft/build-code";

const path = "/api/public/qr-codes";

/** One argument of a command line has at most 128 KiB on Linux; a longer body goes in through a here-document. */
const longestArgument = 100_000;

/** The code as a request to the public interface: one command that works as it stands in any POSIX shell. */
export function writeCurl(origin: string, built: Built): string {
  const body = writeBody(built);
  const start = `curl -s ${origin}${path} \\\n  -H 'content-type: application/json' \\\n`;
  // JSON has no raw line break, so no line of the body can be the closing word.
  if (body.length > longestArgument)
    return `${start}  --data-binary @- <<'END_OF_CODE'\n${body}\nEND_OF_CODE`;
  return `${start}  -d '${body.replaceAll("'", `'\\''`)}'`;
}

function writeBody({ type, content, settings }: Built): string {
  return JSON.stringify({ type, content, settings });
}

export type Shared = { imageUrl: string } | { refusal: string };

/** Asks our public interface for a link that lives for 24 hours; a refusal comes back in words. */
export async function shareCode(built: Built): Promise<Shared> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: writeBody(built),
    });
    if (answer.status === 429) return { refusal: sayLimit(answer.headers) };
    const body = (await answer.json()) as { imageUrl?: string; error?: string; requestId?: string };
    if (answer.ok && body.imageUrl) return { imageUrl: body.imageUrl };
    if (answer.status < 500 && body.error) return { refusal: `${body.error}.` };
    return {
      refusal: `That didn't work on our side. Nothing was changed. Request ${body.requestId ?? "unknown"}.`,
    };
  } catch {
    return { refusal: "No link was made: the connection dropped." };
  }
}

function sayLimit(headers: Headers): string {
  const limit = Number(headers.get("x-ratelimit-limit") ?? 100);
  const seconds = Number(headers.get("retry-after") ?? 3_600);
  const again = new Date(Date.now() + seconds * 1_000);
  const time = again.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${limit} pictures an hour are used. Again at ${time}. Downloads here go on.`;
}
