import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { releaseSlug, resumeCode, showCode, suspendCode } from "@/lib/codes/operator";
import { suspensionSchema } from "@/lib/codes/schema";
import { resumeDomain, showDomain, suspendDomain } from "@/lib/domains/operator";
import { writeMapFolder } from "@/lib/redirect/static-export";
import { requireUser } from "./accounts";
import { command, UsageError } from "./command";

const code = {
  meaning: "Its short code or slug (the end of its short URL) or its id.",
  isRequired: true,
} as const;

const host = {
  meaning: "The domain's host, such as go.example.com.",
  isRequired: true,
} as const;

const reason = {
  meaning: "The reason, at most 200 characters. The owner sees it.",
  isRequired: true,
} as const;

function requireReason(reason: string): { reason: string } {
  if (suspensionSchema.safeParse({ reason }).success) return { reason };
  throw new UsageError(["--reason must have 1 to 200 characters, without control characters."]);
}

export const suspendCodeCommand = command(
  "code:suspend",
  "Suspends a dynamic code: its short URL shows a notice until the code is resumed.",
  { code, reason },
  ({ code, reason }) => {
    const input = requireReason(reason);
    return () => suspendCode(code, input);
  },
);

export const resumeCodeCommand = command(
  "code:resume",
  "Resumes a suspended code.",
  { code },
  (values) => () => resumeCode(values.code),
);

export const showCodeCommand = command(
  "code:show",
  "Shows a code: its target, owner, counts and reports.",
  { code },
  (values) => () => showCode(values.code),
);

export const suspendDomainCommand = command(
  "domain:suspend",
  "Suspends an own domain: everything on it shows a notice until the domain is resumed.",
  { host, reason },
  ({ host, reason }) => {
    const input = requireReason(reason);
    return () => suspendDomain(host, input);
  },
);

export const showDomainCommand = command(
  "domain:show",
  "Shows which accounts have a domain, and why it is suspended.",
  { host },
  ({ host }) =>
    () =>
      showDomain(host),
);

export const resumeDomainCommand = command(
  "domain:resume",
  "Resumes a suspended domain.",
  { host },
  ({ host }) =>
    () =>
      resumeDomain(host),
);

export const releaseSlugCommand = command(
  "slug:release",
  "Releases a deleted code's slug to all accounts before its 365-day hold ends.",
  { slug: { meaning: "The slug, in any case.", isRequired: true } },
  ({ slug }) =>
    () =>
      releaseSlug(slug),
);

/** Told of at standard error, so that long work is seen to go on. */
const everyCodes = 10_000;

async function exportMap(folder: string, email: string | undefined): Promise<object> {
  const accountId = email === undefined ? null : (await requireUser(email)).caller.accountId;
  let told = 0;
  const written = await writeMapFolder(folder, accountId, (codes) => {
    if (codes - told < everyCodes) return;
    told = codes;
    process.stderr.write(`${codes.toLocaleString("en")} codes\n`);
  });
  return { folder, ...written };
}

export const exportRedirectsCommand = command(
  "redirects:export",
  "Exports the targets of printed codes to a folder: a table, and an nginx configuration that redirects them without the service.",
  {
    to: { meaning: "The folder to write to, new or empty.", isRequired: true },
    email: {
      meaning: "The sign-in email of an account, to export its codes only. Default: all accounts.",
    },
  },
  ({ to, email }) => {
    const folder = resolve(to);
    if (existsSync(folder) && !isEmptyFolder(folder)) {
      throw new UsageError(["--to must be a new or an empty folder."]);
    }
    return () => exportMap(folder, email);
  },
);

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
