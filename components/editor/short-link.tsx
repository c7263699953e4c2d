import { isGeneratedCode, keyOfPath } from "@/lib/platform/short-path";
import { describeSlugFault } from "../codes/slug-words";
import { describeControl, Field } from "../ui/field";
import { TextLink } from "../ui/links";
import { type EditedCode, type EditorHost, type Entered, standInCode } from "./editor-state";

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, "");

/** What a short URL on a domain begins with, null being the service's host, whose address is `origin`. */
export const prefixOn = (domain: string | null, origin: string): string =>
  domain === null ? `${origin}/r/` : `https://${domain}/`;

/** A host that the editor offers, as people read it; null: the service's. */
export function nameDomain(
  domain: string | null,
  { code, hosts }: { code: EditedCode | null; hosts: readonly EditorHost[] },
): string | null {
  const stored = code?.domain === domain ? code?.domainName : undefined;
  return hosts.find(({ host }) => host === domain)?.name ?? stored ?? domain;
}

const lastPartOf = (shortUrl: string): string => shortUrl.slice(shortUrl.lastIndexOf("/") + 1);

/** The short URL that is drawn for a slug; until a short code is generated, one of the same length. */
export function shortUrlWith(prefix: string, slug: string, code: EditedCode | null): string {
  return prefix + (slug || (code !== null && findGenerated(code)) || standInCode);
}

/** The code's generated path, which is the last of its earlier ones while it has a slug. */
function findGenerated({ slug, shortUrl, aliases }: EditedCode): string | undefined {
  if (slug === null) return shortUrl === null ? undefined : lastPartOf(shortUrl);
  return aliases.map(lastPartOf).findLast(isGeneratedCode);
}

/** Whether a code has or had a slug, which is one of its short links for good. */
export function everHadSlug(code: EditedCode): boolean {
  const generated = findGenerated(code)?.toLowerCase();
  return code.slug !== null || code.aliases.some((alias) => lastPartOf(alias).toLowerCase() !== generated);
}

/** What is wrong with what stands in the field; an empty one is for a generated code. */
export const findSlugFault = (slug: string, isOnDomain = false) =>
  slug === "" ? undefined : describeSlugFault(slug, isOnDomain);

/** What becomes of the printed short URL of a code whose slug or domain changes; null: it stays. */
export function describeRename(code: EditedCode, entered: Pick<Entered, "slug" | "domain">): string | null {
  const { shortUrl, domain } = code;
  const slug = entered.slug.trim();
  const isMoved = entered.domain !== domain;
  if (shortUrl === null || findSlugFault(slug, entered.domain !== null)) return null;
  if (!isMoved && keyOfPath(slug) === keyOfPath(code.slug ?? "")) return null;
  const name = code.domainName ?? domain;
  const terms = isMoved && name !== null ? ` as long as you keep ${name} and its DNS records` : "";
  const printed = name === null ? withoutScheme(shortUrl) : `${name}/${lastPartOf(shortUrl)}`;
  return `Printed copies keep working${terms}: ${printed} becomes an earlier short link of this code.`;
}

interface ShortLinkFieldProps {
  /** Of the code as it is stored; null for a new one. */
  shortUrl: string | null;
  prefix: string;
  slug: string;
  /** The plan that has slugs; undefined: the account's own. */
  plan: string | undefined;
  fault: string | undefined;
  onChange: (slug: string) => void;
  onLeave: () => void;
}

/** The last part of a dynamic code's short URL, behind what it begins with. Read-only on a plan without slugs. */
export function ShortLinkField({
  shortUrl,
  prefix,
  slug,
  plan,
  fault,
  onChange,
  onLeave,
}: ShortLinkFieldProps) {
  const id = "field-slug";
  const isLocked = plan !== undefined;
  const hint = isLocked ? (
    <>
      A custom ending, such as menu-24, is part of {plan}. <TextLink href="/plan">See the plans</TextLink>
    </>
  ) : (
    "Leave it empty for a generated one."
  );
  const described = describeControl({ id, hint, fault });
  return (
    <Field {...{ id, label: "Short link", hint, fault }}>
      <div className={`${boxClasses} ${isLocked ? "border-transparent bg-canvas" : "border-line-strong"}`}>
        <span id={`${id}-prefix`} className="pl-3 text-ink-3 [overflow-wrap:anywhere]">
          {withoutScheme(prefix)}
        </span>
        <input
          {...described}
          aria-describedby={`${id}-prefix ${described["aria-describedby"]}`}
          readOnly={isLocked}
          value={isLocked ? lastPartOf(shortUrl ?? "") : slug}
          placeholder={isLocked ? "" : "menu-24"}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          className="h-8.5 min-w-32 flex-1 bg-transparent pr-3 outline-none touch:h-11.5"
        />
      </div>
    </Field>
  );
}

const boxClasses =
  "flex flex-wrap items-center rounded-control border font-mono text-lead has-aria-invalid:border-stop has-aria-invalid:shadow-[inset_0_0_0_1px_var(--stop)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:text-mono";
