import { callerOf, requireSession } from "@/lib/auth";
import { checkExport, exportAccount } from "@/lib/exports";
import { type ExportKind, exportKinds } from "@/lib/exports/schema";
import { fieldError } from "@/lib/platform/errors";
import { presentFileName } from "@/lib/platform/http";
import { listMapFiles } from "@/lib/redirect/static-export";
import { answerFile, streamBody } from "../../../../answer-file";

/** A download may pause; it holds a place in the process no longer than this. */
const patienceMs = 120_000;

export async function GET(request: Request): Promise<Response> {
  return answerFile(request, async () => {
    const { exporter, kind, headers } = await openExport(request);
    const read = (signal: AbortSignal) => exportAccount(exporter, { kind, listMapFiles }, signal);
    return new Response(await streamBody(read, { gone: request.signal, patienceMs }), { headers });
  });
}

/** Whether it would begin now; without this, Next would have an export made that nobody reads. */
export async function HEAD(request: Request): Promise<Response> {
  return answerFile(request, async () => {
    const { exporter, headers } = await openExport(request);
    await checkExport(exporter);
    return new Response(null, { headers });
  });
}

async function openExport(request: Request) {
  const session = await requireSession();
  const kind = readKind(new URL(request.url).searchParams.getAll("include"));
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": presentFileName(nameFile(kind, new Date()), "attachment"),
    "Cache-Control": "private, no-store",
    Vary: "Cookie",
  };
  const { userId, sessionId } = session;
  return { exporter: { ...callerOf(session), userId, sessionId }, kind, headers };
}

function readKind([name, ...others]: string[]): ExportKind {
  const kind = exportKinds.find((known) => known === name);
  if (kind !== undefined && others.length === 0) return kind;
  const message = `include must be one of ${exportKinds.join(", ")}`;
  throw fieldError("validation_failed", {
    field: "include",
    code: "invalid_value",
    message,
    allowed: [...exportKinds],
  });
}

/** `quietzone-export-2026-11-22.zip` */
function nameFile(kind: ExportKind, now: Date): string {
  const what = kind === "redirect-map" ? "redirect-map" : "export";
  return `quietzone-${what}-${now.toISOString().slice(0, 10)}.zip`;
}
