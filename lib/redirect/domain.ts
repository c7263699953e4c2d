import { findBlocked } from "@/lib/blocklist";
import { isReservedPath } from "@/lib/codes/slug";
import type { ServedDomain } from "@/lib/domains/served";
import { env } from "@/lib/platform/env";
import { domainPathSource } from "@/lib/platform/short-path";
import { findTarget } from "@/lib/targets";
import { answerFault, answerUnknown, answerVisit, readOwnerUrl } from "./redirect";
import {
  type Answer,
  answerText,
  type Call,
  readOnDomain,
  redirectTo,
  refuseMethod,
  showPage,
} from "./response";

/** A call on an own domain. Its path is empty where it could be read in more than one way. */
export type DomainCall = Call & { domain: ServedDomain };

const reportAddress = new RegExp(`^/report/(${domainPathSource})$`);

/** Crawlers may fetch everything, since each answer says `noindex`, which they would not see otherwise. */
const robots = "User-agent: *\nDisallow:\n";

/**
 * Everything on an own domain: its short URLs, `/`, `/report/<path>` and `/robots.txt`. Every other path is 404, the service's
 * own ones whatever the domain's owner has set. Never rejects.
 */
export async function answerDomainVisit(call: DomainCall): Promise<Answer> {
  const { path, domain } = call;
  // The operator's word comes first, of a host as of a code.
  if (domain.isSuspended) return showPage({ kind: "closed", why: "suspended" }, call, null);
  if (findBlocked(`https://${domain.host}/`)) return showPage({ kind: "closed", why: "blocked" }, call, null);
  if (path === "/") return answerRoot(call);
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end === -1 ? undefined : end);
  if (isReservedPath(first.endsWith("+") ? first.slice(0, -1) : first)) return answerReserved(call);
  const isShort = first !== "" && path.lastIndexOf("/") <= first.length + 1;
  return isShort ? answerVisit(call) : showPage({ kind: "unknown" }, call, null);
}

function isRead({ method }: Call): boolean {
  return method === "GET" || method === "HEAD";
}

async function answerRoot(call: DomainCall): Promise<Answer> {
  if (!isRead(call)) return refuseMethod(call);
  const url = readOwnerUrl(call.domain.rootUrl, call);
  // A root that leads to the root of an own domain could lead in a circle.
  if (url === null || readOnDomain(url) !== undefined) return showPage({ kind: "root" }, call, null);
  return redirectTo(url, call);
}

async function answerReserved(call: DomainCall): Promise<Answer> {
  const isRobots = call.path === "/robots.txt";
  const [, reported] = reportAddress.exec(call.path) ?? [];
  if (!isRobots && reported === undefined) return showPage({ kind: "unknown" }, call, null);
  if (!isRead(call)) return refuseMethod(call);
  return reported === undefined ? answerText(200, robots, call) : answerReport(reported, call);
}

/** The form is a page of the service, at the service's own host. */
async function answerReport(path: string, call: DomainCall): Promise<Answer> {
  try {
    const target = await findTarget(path, false, call.domain.id);
    if (target === null) return await answerUnknown(call);
    return redirectTo(`${env.baseUrl}/report/${target.shortCode}`, call);
  } catch (error) {
    return answerFault(error, null, call);
  }
}
