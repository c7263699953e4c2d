import { unstable_rethrow } from "next/navigation";
import { requireDashboardCaller } from "@/lib/auth";
import { presentProblem } from "@/lib/http/errors";
import { drawForPage } from "@/lib/pictures";
import { newRequestId } from "@/lib/platform/ids";
import { drawPreset, getPreset } from "@/lib/presets";

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
  return answer(request, async () => {
    const caller = await requireDashboardCaller();
    const { preset } = await params;
    const { bytes } = await drawForPage(caller.accountId, request.signal, () => drawPreset(caller, preset));
    return new Response(new Uint8Array(bytes), { headers });
  });
}

/** Without this, Next would have a picture drawn that nobody sees. */
export async function HEAD(request: Request, { params }: Context): Promise<Response> {
  return answer(request, async () => {
    await getPreset(await requireDashboardCaller(), (await params).preset);
    return new Response(null, { headers });
  });
}

async function answer(request: Request, present: () => Promise<Response>): Promise<Response> {
  try {
    return await present();
  } catch (thrown) {
    unstable_rethrow(thrown);
    const requestId = request.headers.get("x-request-id") ?? newRequestId();
    const { status, body, headers: own } = presentProblem(thrown, requestId);
    const plain = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
    return new Response(body, { status, headers: { ...own, ...plain } });
  }
}
