import { requireDashboardCaller } from "@/lib/auth";
import { renderForPage, untilReached } from "@/lib/pictures";
import { drawPreset, getPreset } from "@/lib/presets";
import { answerFile } from "../../../../../answer-file";

interface Context {
  params: Promise<{ preset: string }>;
}

const headers = {
  "Content-Type": "image/png",
  // A preset's look never changes; a release may draw it otherwise.
  "Cache-Control": "private, max-age=86400",
  Vary: "Cookie",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** The small sheet of one of the signed-in account's presets, whose logo a page can't hold. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { signal } = request;
  const open = async () => {
    const caller = await requireDashboardCaller();
    const { preset } = await params;
    const { bytes } = await renderForPage(caller.accountId, signal, () => drawPreset(caller, preset));
    return new Response(new Uint8Array(bytes), { headers });
  };
  return answerFile(request, () => untilReached(signal, open));
}

/** Without this, Next would have a picture drawn that nobody sees. */
export async function HEAD(request: Request, { params }: Context): Promise<Response> {
  return answerFile(request, async () => {
    await getPreset(await requireDashboardCaller(), (await params).preset);
    return new Response(null, { headers });
  });
}
