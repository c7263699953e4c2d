import { callerOf, requireSession } from "@/lib/auth";
import { getDomain } from "@/lib/domains";
import { redirectMapQuery } from "@/lib/domains/schema";
import { presentFileName } from "@/lib/platform/http";
import { requireValid } from "@/lib/platform/validation";
import { writeDomainMap } from "@/lib/redirect/domain-map";
import { answerFile } from "../../../../answer-file";

/** The redirect map of a domain, also for accounts whose plan has no API. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return answerFile(request, async () => {
    const caller = callerOf(await requireSession());
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { format } = requireValid(redirectMapQuery, query, "query");
    const domain = await getDomain(caller, (await params).id);
    const { bytes, mediaType, fileName } = await writeDomainMap(caller.accountId, domain, format);
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": mediaType,
        "Content-Disposition": presentFileName(fileName, "attachment"),
        "Cache-Control": "private, no-store",
        Vary: "Cookie",
      },
    });
  });
}
