import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { rateKeyOf } from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { domainPathSource, shortPathSource } from "@/lib/platform/short-path";
import { type CompiledRoutes, formatFinalUrl, type RouteContext } from "@/lib/routes";
import { recordVisit } from "@/lib/scans/recorder";
import { describeVisitor } from "@/lib/scans/visitor";
import {
  evaluateFallback,
  evaluateTarget,
  findTarget,
  isPathClosed,
  isUsedUp,
  mayLeadTo,
  type Target,
  type Verdict,
} from "@/lib/targets";
import { readLanguages } from "./languages";
import {
  type Answer,
  addressOf,
  type Call,
  isShortUrl,
  readPlace,
  readPurpose,
  readText,
  redirectTo,
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
 * is not decoded, so that nothing in it can leave `/r/`. On an own domain the same without `/r`.
 */
const [address, domainAddress] = [`/r/(${shortPathSource})`, `/(${domainPathSource})`].map(
  (path) => new RegExp(`^${path}(?:(\\+)|/(contact\\.vcf|network\\.mobileconfig))?$`),
) as [RegExp, RegExp];
const retryAfterSeconds = 5;

/**
 * Answers a call of a short URL once its scan is stored. The path decides which code is opened, and on an own domain that
 * domain; what the visitor sends otherwise decides only which of the owner's rules applies. Never rejects.
 */
export async function answerVisit(call: Call): Promise<Answer> {
  if (call.method !== "GET" && call.method !== "HEAD") return refuseMethod(call);
  const { domain } = call;
  const [, path, preview, file] = (domain === undefined ? address : domainAddress).exec(call.path) ?? [];
  try {
    if (path === undefined) return await answerNothing(call);
    const target = await findTarget(path, preview !== undefined, domain?.id);
    if (target === null) return await answerUnknown(call);
    if (preview !== undefined) return await answerPreview(target, call);
    return await (file === undefined ? answerScan(target, call) : answerFile(target, file, call));
  } catch (error) {
    return answerFault(error, domain === undefined ? (path ?? null) : null, call);
  }
}

async function answerScan(target: Target, call: Call): Promise<Answer> {
  const now = new Date();
  const describe = describeOnce(call, now);
  const verdict = await evaluateTarget(target, now, contextOf(call, now, describe));
  if (verdict.kind !== "open") return answerVerdict(leadOn(verdict, call), target, call);
  const { codeId, accountId, isSandbox, rules } = target;
  const { visitor, excluded } = await describe();
  const id = newId();
  const { url, route, variant } = verdict;
  const hasGoals = rules?.appendScanId === true && excluded === null && url !== null;
  const visit: Parameters<typeof recordVisit>[0] = { id, codeId, accountId, isSandbox, visitor, excluded };
  if (route !== undefined) visit.route = route;
  if (variant !== undefined) visit.variant = variant;
  if (hasGoals) visit.hasGoals = true;
  const recorded = await recordVisit(visit);
  if (recorded.outcome === "gone") return answerNothing(call);
  const isOver = recorded.outcome === "beyond" || recorded.isUsedUp === true;
  if (isOver) return answerVerdict(leadOn(evaluateUsedUp(target), call), target, call);
  if (url === null) return answerPage(target, call);
  const isKept = recorded.outcome === "counted" || recorded.outcome === "spooled";
  return sendTo(completeUrl(url, target, call, hasGoals && isKept ? id : undefined), call, target.shortCode);
}

/** A visit's description, made when it is first asked for. */
function describeOnce(call: Call, now: Date): () => ReturnType<typeof describeVisitor> {
  let described: ReturnType<typeof describeVisitor> | undefined;
  return () => {
    described ??= describeVisitor(
      {
        method: call.method,
        userAgent: readText(call.headers, "user-agent"),
        purpose: readPurpose(call.headers),
        clientAddress: call.clientAddress,
        ...readPlace(call.headers),
      },
      now,
    );
    return described;
  };
}

/** What rules are asked about a visit. */
function contextOf(call: Call, now: Date, describe: () => ReturnType<typeof describeVisitor>) {
  return async ({ hasLanguages }: CompiledRoutes): Promise<RouteContext> => {
    const {
      visitor: { device, os, country, visitor },
      excluded,
    } = await describe();
    const accepted = hasLanguages ? readText(call.headers, "accept-language") : undefined;
    const languages = accepted === undefined ? [] : await readLanguages(accepted);
    const [at, isAutomatic] = [now.getTime(), excluded !== null];
    return { device, os, country, visitor, languages, at, isAutomatic };
  };
}

/** The address of a redirect, with the query of the call where the owner wants it, and the id of a scan that is kept. */
function completeUrl(url: string, { rules }: Target, { query }: Call, scanId?: string): string {
  if (rules === null) return url;
  return formatFinalUrl(url, { query: rules.passQuery === true ? query : undefined, scanId });
}

function evaluateUsedUp(target: Target): Refusal {
  return evaluateFallback(target) ?? { kind: "closed", why: "used_up" };
}

async function answerPage({ type, content, shortCode }: Target, call: Call): Promise<Answer> {
  const address = addressOf(call, shortCode);
  return showPage({ kind: "opened", type, content, shortCode, address }, call, shortCode);
}

type Refusal = Exclude<Verdict, { kind: "open" }> | { kind: "closed"; why: "used_up" };

/** Where the owner of an own domain sends visitors; null where nothing is set, or where nobody may be sent. */
export function readOwnerUrl(url: string | null, call: Call): string | null {
  return url !== null && mayLeadTo(url) && !isShortUrl(url, call) ? url : null;
}

/** What its owner has closed leads where the domain's owner says, if the code has no fallback that applies. */
function leadOn(refusal: Refusal, call: Call): Refusal {
  if (call.domain === undefined || refusal.kind !== "closed") return refusal;
  if (refusal.why === "suspended" || refusal.why === "blocked") return refusal;
  const url = readOwnerUrl(call.domain.expiredUrl, call);
  return url === null ? refusal : { kind: "fallback", url };
}

async function answerVerdict(verdict: Refusal, target: Target, call: Call): Promise<Answer> {
  const { shortCode } = target;
  return verdict.kind === "fallback"
    ? sendTo(verdict.url, call, shortCode)
    : showPage(verdict, call, shortCode);
}

/** What a scan would lead to, and no scan; of a split its first entry. */
async function answerPreview(target: Target, call: Call): Promise<Answer> {
  const now = new Date();
  const readContext = contextOf(call, now, describeOnce(call, now));
  const open = await evaluateTarget(target, now, async (routes) => ({
    ...(await readContext(routes)),
    isAutomatic: true,
  }));
  const known = open.kind === "open" && isUsedUp(target) ? evaluateUsedUp(target) : open;
  const verdict = known.kind === "open" ? known : leadOn(known, call);
  const { shortCode, type, content } = target;
  const address = addressOf(call, shortCode);
  if (verdict.kind === "open") {
    const url = verdict.url === null ? null : completeUrl(verdict.url, target, call);
    return showPage({ kind: "preview", type, content, url, shortCode, address }, call, shortCode);
  }
  if (verdict.kind !== "fallback") return answerVerdict(verdict, target, call);
  const { url } = verdict;
  return showPage({ kind: "preview", type: "url", content: url, url, shortCode, address }, call, shortCode);
}

/** A file of the page that a scan has opened; not another scan, so it is there for the last scan's page, too. */
async function answerFile(target: Target, name: string, call: Call): Promise<Answer> {
  const verdict = await evaluateTarget(target, new Date());
  if (verdict.kind === "closed" || verdict.kind === "not_yet") return answerVerdict(verdict, target, call);
  const file = verdict.kind === "open" ? await showFile(target, name, call) : null;
  return file ?? showPage({ kind: "unknown" }, call, null);
}

/** Limits a client's unknown codes to 60 a minute; a code that exists is answered all the same. */
export async function answerUnknown(call: Call): Promise<Answer> {
  const retryAfterSeconds = await countUnknown(call.clientAddress);
  if (retryAfterSeconds === 0) return answerNothing(call);
  return showPage({ kind: "throttled", retryAfterSeconds }, call, null);
}

/**
 * There is no code; of paths with one segment the owner of an own domain may say where they lead, but for those of codes that
 * the operator had suspended.
 */
async function answerNothing(call: Call): Promise<Answer> {
  const { domain } = call;
  const [, path] = /^\/(\+|[^/]+?)\+?$/.exec(call.path) ?? [];
  const url = domain === undefined ? null : readOwnerUrl(domain.notFoundUrl, call);
  if (url === null || domain === undefined || path === undefined || (await isPathClosed(path, domain.id)))
    return showPage({ kind: "unknown" }, call, null);
  return redirectTo(url, call);
}

/** @param path by which the code is reported; null: there is no such page. */
export async function answerFault(error: unknown, path: string | null, call: Call): Promise<Answer> {
  const isKnown = error instanceof ServiceError && error.code === "unavailable";
  if (!isKnown) log.error({ requestId: call.requestId, err: error }, "a short URL could not be answered");
  const seconds = (isKnown ? error.retryAfterSeconds : undefined) ?? retryAfterSeconds;
  return showPage({ kind: "unavailable", retryAfterSeconds: seconds }, call, path);
}

/** Counts an unknown code against its client: seconds after which to ask again, 0 while there is room. */
export async function countUnknown(clientAddress: string): Promise<number> {
  const { consumeRate } = await import("@/lib/rate-limit");
  const rate = await consumeRate([{ key: `unknown-code:${rateKeyOf(clientAddress)}`, ...unknownCodes }]);
  return rate.retryAfterSeconds;
}
