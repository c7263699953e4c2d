import { readFileSync } from "node:fs";

/** Read when the service is built, and part of the build from then on. */
export const dynamic = "force-static";

/** The notices of what the service is made of: parts of it are sent to browsers, and their licences go with them. */
export function GET(): Response {
  return new Response(readFileSync("THIRD-PARTY-NOTICES.txt", "utf8"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
