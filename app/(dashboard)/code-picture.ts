import { versionOf } from "@/components/codes/code-thumb";
import type { Caller } from "@/lib/accounts/schema";
import { renderCode } from "@/lib/codes";
import { codePictureQuery } from "@/lib/codes/schema";
import { renderForPage, untilReached } from "@/lib/pictures";
import { presentFileName } from "@/lib/platform/http";
import { requireValid } from "@/lib/platform/validation";
import { answerFile } from "../answer-file";

interface RequestedCode {
  findCaller: () => Promise<Caller>;
  findId: () => Promise<string>;
}

export function answerPicture(request: Request, code: RequestedCode): Promise<Response> {
  const known = request.headers.get("if-none-match");
  const open = () => openPicture(request, code, (tag) => known?.includes(tag) === true);
  return answerFile(request, () => untilReached(request.signal, open));
}

/** Without this, Next would have a picture drawn that nobody sees: its headers are known without it. */
export async function answerPictureHead(request: Request, code: RequestedCode): Promise<Response> {
  const answer = await answerFile(request, () => openPicture(request, code, () => true));
  const { status, headers } = answer;
  return new Response(null, { status: status === 304 ? 200 : status, headers });
}

async function openPicture(
  request: Request,
  { findCaller, findId }: RequestedCode,
  hasTag: (tag: string) => boolean,
): Promise<Response> {
  const caller = await findCaller();
  const entered = Object.fromEntries(new URL(request.url).searchParams);
  const query = requireValid(codePictureQuery, entered, "query");
  const picture = await renderCode(caller, await findId(), query, {
    hasTag,
    take: (draw) => renderForPage(caller.accountId, request.signal, draw),
  });
  const isNamed = query.v !== undefined && query.v === versionOf(picture.updatedAt);
  const headers = {
    "Content-Type": picture.mediaType,
    ETag: `"${picture.tag}"`,
    // An address that names another version than this one must not keep this one for it.
    "Cache-Control": isNamed ? "private, max-age=31536000, immutable" : "private, no-cache",
    Vary: "Cookie",
    "Content-Disposition": presentFileName(picture.fileName, query.download ? "attachment" : "inline"),
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  if (picture.notModified) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(picture.bytes), { headers });
}
