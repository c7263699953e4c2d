import { requireDashboardCaller } from "@/lib/auth";
import { getImport } from "@/lib/imports";
import { writeRows } from "@/lib/imports/schema";
import { presentFileName } from "@/lib/platform/http";
import { answerFile } from "../../../../answer-file";

interface Context {
  params: Promise<{ import: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return answerFile(request, async () => {
    const caller = await requireDashboardCaller();
    const { name, faults } = await getImport(caller, (await params).import);
    const stem = name.replace(/\.\w{1,4}$/, "").replaceAll(/["\\/]/g, "_");
    return new Response(writeRows(faults), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": presentFileName(`${stem}-faulty-rows.csv`, "attachment"),
        "Cache-Control": "private, no-store",
        Vary: "Cookie",
      },
    });
  });
}
