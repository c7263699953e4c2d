import { versionOf } from "@/components/codes/picture-url";
import { requireDashboardCaller } from "@/lib/auth";
import { renderCode } from "@/lib/codes";
import { codePictureQuery } from "@/lib/codes/schema";
import { drawForPage } from "@/lib/pictures";
import { presentFileName } from "@/lib/platform/file-name";
import { requireValid } from "@/lib/platform/require-valid";
import { answerFile } from "../../../../answer-file";

interface Context {
  params: Promise<{ id: string }>;
}

/** One of the signed-in account's codes as a file: shown on its pages, or saved under its name. */
export async function GET(request: Request, context: Context): Promise<Response> {
  const known = request.headers.get("if-none-match");
  return open(request, context, (tag) => known?.includes(tag) === true);
}

/** Without this, Next would have a picture drawn that nobody sees: its headers are known without it. */
export async function HEAD(request: Request, context: Context): Promise<Response> {
  const { status, headers } = await open(request, context, () => true);
  return new Response(null, { status: status === 304 ? 200 : status, headers });
}

async function open(
  request: Request,
  { params }: Context,
  hasTag: (tag: string) => boolean,
): Promise<Response> {
  return answerFile(request, async () => openPicture(request, (await params).id, hasTag));
}

async function openPicture(
  request: Request,
  id: string,
  hasTag: (tag: string) => boolean,
): Promise<Response> {
  const caller = await requireDashboardCaller();
  const entered = Object.fromEntries(new URL(request.url).searchParams);
  const query = requireValid(codePictureQuery, entered, "query");
  const picture = await renderCode(caller, id, query, {
    hasTag,
    take: (draw) => drawForPage(caller.accountId, request.signal, draw),
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
