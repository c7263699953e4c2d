import { outcomes } from "@/components/usage/format";
import { readUsageView } from "@/components/usage/read-address";
import { readUses } from "@/lib/api-uses";
import { callerOf, requireSession } from "@/lib/auth";
import { hasApiAccess } from "@/lib/plans";
import { byteOrderMark, writeLine } from "@/lib/platform/csv";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { presentFileName } from "@/lib/platform/http";
import { answerFile } from "../../../../answer-file";
import { readZone } from "../../../../request";

export async function GET(request: Request): Promise<Response> {
  return answerFile(request, async () => {
    const session = await requireSession();
    if (!hasApiAccess(session.plan)) {
      throw new ServiceError("plan_required", "This plan has no API, so there is no usage to export");
    }
    const { range, environment, keyId } = readView(request);
    const caller = { ...callerOf(session), environment };
    const { unit, points } = await readUses(caller, { range, keyId, zone: await readZone() });
    const head = [unit === "hour" ? "Hour (UTC)" : "Day", "Requests", ...outcomes.map(({ title }) => title)];
    const lines = points.map((point) => [
      point.at,
      point.requests,
      ...outcomes.map(({ countOf }) => countOf(point)),
    ]);
    return new Response(byteOrderMark + [head, ...lines].map(writeLine).join(""), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": presentFileName(`quietzone-requests-${range}.csv`, "attachment"),
        "Cache-Control": "private, no-store",
        Vary: "Cookie",
      },
    });
  });
}

function readView(request: Request) {
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  const address = readUsageView(query);
  if ("view" in address) return address.view;
  const { name, value } = address.fault;
  throw fieldError("validation_failed", {
    field: name,
    code: "invalid_value",
    message: `“${value}” is not a known ${name}`,
  });
}
