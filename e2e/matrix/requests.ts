import { callV1 } from "../support/accounts";
import type { Answer } from "../support/public-api";
import { closedUrl } from "../support/tenant-webhooks";
import type { Actor } from "./cast";
import { type Owner, rules } from "./oracle";

const newCode = { name: "Table 4", type: "url", content: "https://example.com/menu" };

/** What goes in the body of an operation that takes one; every body is one that succeeds. */
const bodies: Record<string, (actor: Actor, owner: Owner) => object> = {
  "POST /api/v1/qr-codes": () => newCode,
  "PUT /api/v1/qr-codes/{id}": () => ({ name: "Table 5" }),
  "POST /api/v1/qr-codes/bulk": () => ({ qrCodes: [newCode] }),
  "DELETE /api/v1/qr-codes/bulk": ({ named }, owner) => ({
    qrCodeIds: [owner === "own" ? named.doomedByBulk : named.code[owner]],
  }),
  "PATCH /api/v1/tags/{name}": ({ named }) => ({ name: named.tag.own }),
  "POST /api/v1/sandbox/scans": ({ named }, owner) => ({ qrCodeId: named.code[owner], count: 2 }),
  // The scan of a code that takes goals has the code's id.
  "POST /api/v1/goals": ({ named }, owner) => ({ scanId: named.code[owner], name: "signup" }),
  "POST /api/v1/api-keys": ({ environment }) => ({ name: "New", permissions: ["qr:write"], environment }),
  "PATCH /api/v1/api-keys/{id}": () => ({ description: "Changed" }),
  "POST /api/v1/api-keys/{id}/rotate": () => ({ graceSeconds: 60 }),
  "POST /api/v1/domains": () => ({ host: "new.example.com" }),
  "PATCH /api/v1/domains/{id}": () => ({ rootUrl: "https://example.com/menu" }),
  "POST /api/v1/webhooks": () => ({ name: "New", url: closedUrl, events: ["qr.updated"] }),
  "PUT /api/v1/webhooks/{id}": () => ({ name: "Changed" }),
  "POST /api/v1/webhooks/{id}/rotate-secret": () => ({ overlapSeconds: 60 }),
  "POST /api/v1/webhooks/{id}/deliveries/retry": () => ({ since: "2026-01-01T00:00:00Z", status: "failed" }),
  "POST /api/v1/webhooks/{id}/test": () => ({ type: "scan.created" }),
};

/** The id that a request names in its path. */
function idOf(operation: string, { named }: Actor, owner: Owner): string {
  const isDeletion = operation.startsWith("DELETE");
  if (rules[operation]!.subject === "code") {
    const isDoomed = operation === "DELETE /api/v1/qr-codes/{id}" && owner === "own";
    return isDoomed ? named.doomedCode : named.code[owner];
  }
  if (rules[operation]!.subject === "webhook") {
    return isDeletion && owner === "own" ? named.doomedWebhook : named.webhook[owner];
  }
  if (rules[operation]!.subject === "domain") {
    return isDeletion && owner === "own" ? named.doomedDomain : named.domain[owner];
  }
  if (isDeletion && owner === "own") return named.doomedKey;
  return isDeletion && owner === "of the other environment" ? named.doomedKeyElsewhere : named.key[owner];
}

function tagOf(operation: string, { named }: Actor, owner: Owner): string {
  return operation.startsWith("DELETE") && owner === "own" ? named.doomedTag : named.tag[owner];
}

/** The path of an operation, with what it names there or in the query. */
export function pathOf(operation: string, actor: Actor, owner: Owner): string {
  const [, template = ""] = operation.split(" ");
  const { parameter, query = "" } = rules[operation]!;
  const asked = parameter === undefined ? query : `${parameter}=${idOf(operation, actor, owner)}`;
  return `${template}${asked === "" ? "" : `?${asked}`}`
    .replace("{id}", () => idOf(operation, actor, owner))
    .replace("{name}", () => encodeURIComponent(tagOf(operation, actor, owner)))
    .replace("{targetId}", () => actor.named.target[owner])
    .replace("{deliveryId}", () => actor.named.delivery[owner]);
}

/** The body of a request that succeeds; undefined for an operation without one. */
export function bodyOf(operation: string, actor: Actor, owner: Owner): object | undefined {
  return bodies[operation]?.(actor, owner);
}

/** Calls an operation as an actor; `isBroken` sends a body that no operation would take. */
export function callAs(
  actor: Actor,
  operation: string,
  owner: Owner,
  { isBroken = false } = {},
): Promise<Answer> {
  const [method = ""] = operation.split(" ");
  const path = pathOf(operation, actor, owner).replace("/api/v1", "");
  const body = bodyOf(operation, actor, owner);
  if (body === undefined) return callV1(actor.apiKey, method, path);
  return callV1(actor.apiKey, method, path, { body: isBroken ? "{" : body });
}
