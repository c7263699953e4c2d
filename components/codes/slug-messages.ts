import type { FieldMessages } from "../ui/form/answer";

// Apart from slug-words.ts, which the editor loads at once: these are said by the server, or once rows are checked.

/** What is said where the server refuses a slug. */
export const slugMessages: FieldMessages = {
  "slug:slug_taken": (slug) => `“${slug}” is taken. Add something to it, such as a number or a place.`,
  "slug:slug_reserved": (slug) =>
    `“${slug}” is an address of the service itself. Add something to it, such as a number or a place.`,
  "slug:plan_required":
    "Your plan has no new short links. Use one of this code's earlier ones, or change your plan.",
  "slug:alias_limit":
    "This code has 10 earlier short links, the most there can be. Return to one of them, or create a new code.",
};

/** What is said where the server refuses a domain for a code. */
export const domainFieldMessages: FieldMessages = {
  "domain:domain_not_verified": (host) =>
    `“${host}” isn't a verified domain of your account. Choose another one, or choose “Check now” on its page under Domains.`,
  "domain:suspended": (host) => `The operator suspended “${host}”. Choose another one.`,
  "domain:plan_required": "Your plan includes no domains. Choose the service's host, or change your plan.",
  "domain:quota_exceeded":
    "Your plan includes fewer domains, so this one takes no new codes. Choose another one.",
  "domain:dynamic_only": "Only a dynamic code has a short link.",
};
