import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { rateKeyOf } from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { shortPathSource } from "@/lib/platform/short-path";
import { recordVisit } from "@/lib/scans/recorder";
import { describeVisitor } from "@/lib/scans/visitor";
import {
  evaluateFallback,
  evaluateTarget,
  findTarget,
  isUsedUp,
  type Target,
  type Verdict,
} from "@/lib/targets";
import {
  type Answer,
  type Call,
  readPlace,
  readPurpose,
  readText,
  refuseMethod,
  sendTo,
  showFile,
  showPage,
} from "./response";

export type { Call } from "./response";

/** Limit of unknown codes per address. */
const unknownCodes = { limit: 60, windowSeconds: 60 };

/**
 * `/r/<path>`, `/r/<path>+` and the files of a code's page; nothing else below `/r/` is anything. What is percent-encoded
 * is not decoded, so that nothing in it can leave `/r/`.
 */
const address = new RegExp(`^/r/(${shortPathSource})(?:(\\+)|/(contact\\.vcf|network\\.mobileconfig))?$`);
const retryAfterSeconds = 5;

/** Answers a call of a short URL once its scan is stored. Only the path decides the answer. Never rejects. */
export async function answerVisit(call: Call): Promise<Answer> {
  if (call.method !== "GET" && call.method !== "HEAD") return refuseMethod(call);
  const [, path, preview, file] = address.exec(call.path) ?? [];
  if (path === undefined) return showPage({ kind: "unknown" }, call, null);
  try {
    const target = await findTarget(path, preview !== undefined);
    if (target === null) return await answerUnknown(call);
    if (preview !== undefined) return await answerPreview(target, call);
    return await (file === undefined ? answerScan(target, call) : answerFile(target, file, call));
  } catch (error) {
    return answerFault(error, path, call);
  }
}

async function answerScan(target: Target, call: Call): Promise<Answer> {
  const verdict = await evaluateTarget(target, new Date());
  if (verdict.kind !== "open") return answerVerdict(verdict, target, call);
  const { codeId, accountId, isSandbox } = target;
  const { visitor, excluded } = await describeVisitor({
    method: call.method,
    userAgent: readText(call.headers, "user-agent"),
    purpose: readPurpose(call.headers),
    clientAddress: call.clientAddress,
    ...readPlace(call.headers),
  });
  const recorded = await recordVisit({ id: newId(), codeId, accountId, isSandbox, visitor, excluded });
  if (recorded.outcome === "gone") return showPage({ kind: "unknown" }, call, null);
  const isOver = recorded.outcome === "beyond" || recorded.isUsedUp === true;
  return isOver ? answerVerdict(evaluateUsedUp(target), target, call) : answerOpen(verdict.url, target, call);
}

function evaluateUsedUp(target: Target): Refusal {
  return evaluateFallback(target) ?? { kind: "closed", why: "used_up" };
}

async function answerOpen(url: string | null, target: Target, call: Call): Promise<Answer> {
  const { type, content, shortCode } = target;
  if (url !== null) return sendTo(url, call, shortCode);
  return showPage({ kind: "opened", type, content, shortCode }, call, shortCode);
}

type Refusal = Exclude<Verdict, { kind: "open" }> | { kind: "closed"; why: "used_up" };

async function answerVerdict(verdict: Refusal, target: Target, call: Call): Promise<Answer> {
  const { shortCode } = target;
  return verdict.kind === "fallback"
    ? sendTo(verdict.url, call, shortCode)
    : showPage(verdict, call, shortCode);
}

/** What a scan would lead to, and no scan. */
async function answerPreview(target: Target, call: Call): Promise<Answer> {
  const open = await evaluateTarget(target, new Date());
  const verdict = open.kind === "open" && isUsedUp(target) ? evaluateUsedUp(target) : open;
  const { shortCode, type, content } = target;
  if (verdict.kind === "open") {
    return showPage({ kind: "preview", type, content, url: verdict.url, shortCode }, call, shortCode);
  }
  if (verdict.kind !== "fallback") return answerVerdict(verdict, target, call);
  const { url } = verdict;
  return showPage({ kind: "preview", type: "url", content: url, url, shortCode }, call, shortCode);
}

/** A file of the page that a scan has opened; not another scan, so it is there for the last scan's page, too. */
async function answerFile(target: Target, name: string, call: Call): Promise<Answer> {
  const verdict = await evaluateTarget(target, new Date());
  if (verdict.kind === "closed" || verdict.kind === "not_yet") return answerVerdict(verdict, target, call);
  const file = verdict.kind === "open" ? await showFile(target, name, call) : null;
  return file ?? showPage({ kind: "unknown" }, call, null);
}

/** Limits a client's unknown codes to 60 a minute; a code that exists is answered all the same. */
async function answerUnknown(call: Call): Promise<Answer> {
  const retryAfterSeconds = await countUnknown(call.clientAddress);
  if (retryAfterSeconds === 0) return showPage({ kind: "unknown" }, call, null);
  return showPage({ kind: "throttled", retryAfterSeconds }, call, null);
}

async function answerFault(error: unknown, path: string, call: Call): Promise<Answer> {
  const isKnown = error instanceof ServiceError && error.code === "unavailable";
  if (!isKnown) log.error({ requestId: call.requestId, err: error }, "a short URL could not be answered");
  const seconds = (isKnown ? error.retryAfterSeconds : undefined) ?? retryAfterSeconds;
  return showPage({ kind: "unavailable", retryAfterSeconds: seconds }, call, path);
}

/** Counts an unknown code against its client: seconds after which to ask again, 0 while there is room. */
async function countUnknown(clientAddress: string): Promise<number> {
  const { consumeRate } = await import("@/lib/rate-limit");
  const rate = await consumeRate([{ key: `unknown-code:${rateKeyOf(clientAddress)}`, ...unknownCodes }]);
  return rate.retryAfterSeconds;
}
