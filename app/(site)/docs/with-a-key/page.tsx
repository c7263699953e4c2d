import type { Metadata } from "next";
import type { ReactNode } from "react";
import { CodeBlock, CodeChoice, ProgramChoice, RequestChoice } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "@/components/docs/docs-page";
import { listPrograms } from "@/components/docs/programs";
import { listInstallations, listKeyRequests, writeClientPrograms } from "@/components/docs/samples";
import { maxKeys } from "@/lib/api-keys/schema";
import { maxBulkItems } from "@/lib/codes/schema";
import { entitlements } from "@/lib/plans";
import { env } from "@/lib/platform/env";
import { ownCommand } from "@/lib/platform/own-command";

export const metadata: Metadata = { title: "Quick start with a key" };

const contents = [
  { href: "#key", name: "Create a key" },
  { href: "#create", name: "Make a code" },
  { href: "#change", name: "Change where it leads" },
  { href: "#slug", name: "Choose its short link" },
  { href: "#domain", name: "Use your own domain" },
  { href: "#pictures", name: "Fetch its picture" },
  { href: "#scans", name: "Read its scans" },
  { href: "#list", name: "List them" },
  { href: "#bulk", name: "A hundred at once" },
  { href: "#idempotency", name: "Retry safely" },
  { href: "#dry-run", name: "Dry run" },
  { href: "#client", name: "With a client" },
  { href: "#permissions", name: "Permissions" },
  { href: "#errors", name: "Errors" },
  { href: "#limits", name: "Limits" },
  { href: "#sandbox", name: "Try it in the sandbox" },
];

export default function KeyQuickStartPage() {
  const programs = listPrograms(env.baseUrl);
  const requests = listKeyRequests(env.baseUrl);
  return (
    <DocsPage
      path="/docs/with-a-key"
      title="Quick start with a key"
      contents={[{ links: contents }]}
      lead="Store codes from your server, and change the target of dynamic ones after printing, with a key from a Developer or Pro account."
    >
      <MakeAKey />
      <DocsSection id="create" title="Make a code">
        <RequestChoice name="create" request={requests.create} />
        <p>
          201, with the code and its picture: <Code>qrImage</Code> is the PNG as a data URL. This one is
          dynamic, so it contains its <Code>shortUrl</Code>, and you can change later where that points. Keep
          the <Code>id</Code>:
        </p>
        <CodeBlock label="Shell" language="text" text="export ID='the id of the answer'" canCopy />
      </DocsSection>
      <DocsSection id="change" title="Change where it leads">
        <RequestChoice name="change" request={requests.change} />
        <p>
          What you leave out stays as it is, in <Code>settings</Code> too; <Code>null</Code> restores a
          default. Printed copies open the new address. You can change a static code as well, but its printed
          copies keep their content, and a warning says so.
        </p>
      </DocsSection>
      <DocsSection id="slug" title="Choose its short link">
        <p>
          A dynamic code&apos;s <Code>slug</Code> takes the place of the generated part of its short URL. Send
          it when you create the code or later:
        </p>
        <CodeBlock label="Shell" language="text" text="export SLUG='menu-24'" canCopy />
        <RequestChoice name="slug" request={requests.slug} />
        <Facts facts={slugs} />
      </DocsSection>
      <DocsSection id="domain" title="Use your own domain">
        <p>
          Short URLs can be on your own host, such as <Code>https://go.example.com/menu</Code>. They outlive
          this service, since you can point the host to any other server. Add it with a key that has every
          permission, or on the Domains page:
        </p>
        <CodeBlock label="Shell" language="text" text="export HOST='go.example.com'" canCopy />
        <RequestChoice name="domain" request={requests.domain} />
        <Facts facts={domains} />
      </DocsSection>
      <DocsSection id="pictures" title="Fetch its picture">
        <RequestChoice name="picture" request={requests.picture} />
        <p>
          <Code>format</Code> is <Code>png</Code>, <Code>svg</Code> or <Code>pdf</Code>; <Code>size</Code> is
          the width in pixels.
        </p>
        <p>
          For a web page or a sheet, give the code a public image. The response has its <Code>imageUrl</Code>,
          which needs no key and shows the current image, at most five minutes old:
        </p>
        <RequestChoice name="publish" request={requests.publish} />
        <Facts facts={publicImages} />
      </DocsSection>
      <DocsSection id="scans" title="Read its scans">
        <p>
          The key needs <Code>analytics:read</Code>. Counts by day, hour, place and device, for one code, or
          for all without <Code>qrCodeId</Code>:
        </p>
        <RequestChoice name="analytics" request={requests.analytics} />
        <p>
          With <Code>timezone</Code>, days are those of that zone, and <Code>7d</Code> is today and the six
          days before; without it, the last 168 hours in UTC. To read single scans, and only the new ones on
          each run, none missed and none twice:
        </p>
        <ProgramChoice {...programs.scans} />
        <p>
          Or have each scan sent to you as it happens: <DocLink href="/docs/webhooks">Webhooks</DocLink>
        </p>
      </DocsSection>
      <DocsSection id="list" title="List them">
        <RequestChoice name="list" request={requests.list} />
        <p>A page has up to 100 codes. This prints them all; nothing to install:</p>
        <ProgramChoice {...programs.codes} />
      </DocsSection>
      <DocsSection id="bulk" title="A hundred at once">
        <p>
          Every item is checked separately: valid ones are stored, and <Code>errors</Code> lists the others by
          their position. Nothing to install.
        </p>
        <ProgramChoice {...programs.tables} />
      </DocsSection>
      <DocsSection id="idempotency" title="Retry safely">
        <p>
          A connection can break after the work is done. Give each POST its own key and retry with the same
          key until you get a response: the work is done only once.
        </p>
        <Facts facts={idempotency} />
      </DocsSection>
      <DocsSection id="dry-run" title="Dry run">
        <p>
          With <Code>dryRun=true</Code>, creating one code or many stores nothing. The response is what it
          would be, plus <Code>quota</Code>: usage now and afterwards.
        </p>
        <RequestChoice name="dryRun" request={requests.dryRun} />
      </DocsSection>
      <Clients />
      <DocsSection id="permissions" title="Permissions">
        <Facts facts={permissions} />
        <p>A key can't create a stronger key: no extra permissions, higher limit or later expiry.</p>
      </DocsSection>
      <DocsSection id="errors" title="Errors">
        <p>
          Every error is JSON with a <Code>code</Code> for programs, a sentence for people and a{" "}
          <Code>hint</Code>; <Code>details</Code> lists every problem at once. The first of these that applies
          is returned:
        </p>
        <Facts facts={refusals} />
        <p>
          <DocLink href="/docs/errors">Every code, and what to do about it</DocLink>
        </p>
      </DocsSection>
      <DocsSection id="limits" title="Limits">
        <Facts facts={limits} />
        <p>Any key can read its account&apos;s limits and usage:</p>
        <RequestChoice name="account" request={requests.account} />
      </DocsSection>
      <Sandbox />
    </DocsPage>
  );
}

function Clients() {
  const { javascript, python, go, command } = writeClientPrograms(env.baseUrl);
  const install = listInstallations(env.baseUrl);
  const keyNote = "It reads the key from `QUIETZONE_API_KEY`.";
  return (
    <DocsSection id="client" title="With a client">
      <p>
        Typed clients retry safely with their own idempotency keys, read lists to the end, follow events and
        verify webhooks. Install the one for your language:
      </p>
      <CodeBlock
        label="JavaScript, and the command quietzone"
        language="text"
        text={install.javascript}
        canCopy
      />
      <CodeBlock label="Python" language="text" text={install.python} canCopy />
      <p>
        The Go module is the folder <Code>clients/go</Code> of this service&apos;s source; its README says how
        to use it.
      </p>
      <CodeChoice
        name="client"
        label="Client"
        choices={[
          {
            name: "JavaScript",
            note: keyNote,
            block: { label: "menu.mjs", language: "js", text: javascript, canCopy: true },
          },
          {
            name: "Python",
            note: keyNote,
            block: { label: "menu.py", language: "py", text: python, canCopy: true },
          },
          { name: "Go", note: keyNote, block: { label: "menu.go", language: "go", text: go, canCopy: true } },
          {
            name: "Command",
            note: keyNote,
            block: { label: "Shell", language: "sh", text: command, canCopy: true },
          },
        ]}
      />
      <p>
        <Code>quietzone listen --forward-to http://localhost:8080/hook</Code> forwards events to your own
        machine, signed like a webhook. <Code>quietzone help</Code> lists every command.
      </p>
    </DocsSection>
  );
}

function MakeAKey() {
  return (
    <DocsSection id="key" title="Create a key">
      <ol className="[counter-reset:step]">
        <Step link={<DocLink href="/sign-up">Create an account</DocLink>}>Or sign in to yours.</Step>
        <Step link={<DocLink href="/plan">Choose a plan</DocLink>}>
          Request Developer or Pro. Free and Starter have no API.
        </Step>
        <Step link={<DocLink href="/api-keys">Create a key</DocLink>}>
          With <Code>qr:read</Code> and <Code>qr:write</Code>. It's shown only once.
        </Step>
        <Step link="Keep it">Where your shell can read it, and nowhere else:</Step>
      </ol>
      <CodeBlock label="Shell" language="text" text="export API_KEY='qr_live_…'" canCopy />
      <p>
        Keep keys on a server. Pages of other origins can't call this API, and keys in addresses are ignored.
        The operator of the service creates one with{" "}
        <Code>{`${ownCommand("admin")} key:create --email you@example.com --name Laptop`}</Code>.
      </p>
    </DocsSection>
  );
}

function Step({ link, children }: { link: ReactNode; children: ReactNode }) {
  return (
    <li className="grid items-center gap-x-6 border-b border-line py-2.5 [counter-increment:step] md:grid-cols-[14rem_minmax(0,1fr)] touch:max-md:py-1.5">
      <span className="flex items-center gap-2 font-medium text-ink before:text-ink-3 before:content-[counter(step)]">
        {link}
      </span>
      <span>{children}</span>
    </li>
  );
}

function Sandbox() {
  return (
    <DocsSection id="sandbox" title="Try it in the sandbox">
      <p>
        A sandbox key starts with <Code>qr_test_</Code> and works on separate codes at the same addresses: up
        to 100, which don't count towards your plan and are deleted after 30 days, at 1,000 requests per hour.
        Its responses carry <Code>X-Environment: sandbox</Code>, and production codes return 404. Only the key
        differs between a test and the real thing.
      </p>
      <p>
        <DocLink href="/api-keys?environment=sandbox">Make a sandbox key</DocLink>
      </p>
    </DocsSection>
  );
}

const { developer, pro } = entitlements;
const say = (number: number) => number.toLocaleString("en-GB");

type FactRows = readonly (readonly [name: string, fact: string])[];

const idempotency: FactRows = [
  [
    "The header",
    "`Idempotency-Key`, 1 to 255 printable ASCII characters on any POST, such as a UUID. It applies to this path, account and environment only, for 24 hours.",
  ],
  [
    "The same body again",
    "The first response, byte for byte, with `Idempotent-Replayed: true`. Nothing is done twice, even if the code has changed since.",
  ],
  ["Another body", "422 `idempotency_key_reused`. A new request needs a new key."],
  [
    "The first is still running",
    "409 `idempotency_in_progress`; retry after `Retry-After` seconds. If the service crashed, this lasts at most 60 seconds.",
  ],
  [
    "Errors and dry runs",
    "Aren't kept: correct the body or wait, and the same key works. A replay counts against the limit like any call.",
  ],
];

const slugs: FactRows = [
  [
    "A slug",
    "1 to 60 letters, digits, `-` and `_`, kept as you write it and compared without case. Without a domain of your own it has at least 4, and 8 letters and digits are kept for generated codes. `null` restores the generated one.",
  ],
  [
    "Printed copies",
    "Keep working. Each earlier short URL becomes an alias that opens the current target and counts for the code, until you delete the code. At most 10 `aliases`, then 400 `alias_limit`; you can always return to one of them.",
  ],
  [
    "409 `slug_taken`",
    "Another code has it, or another account had it in the last 365 days and may have it in print.",
  ],
  ["400 `slug_reserved`", "The service uses the word itself, such as `api` or `report`."],
  [
    "403",
    "`plan_required` on Free, `sandbox_forbidden` in the sandbox. After a downgrade a code keeps its slug.",
  ],
];

const domains: FactRows = [
  [
    "Your DNS",
    "`dns` of the answer has two records: a TXT record, which proves that the host is yours and must stay, and the CNAME by which visitors reach this service.",
  ],
  [
    "`POST …/verify`",
    "Checks DNS immediately. The service also checks automatically: hourly on the first day, then daily.",
  ],
  [
    "`domain` of a code",
    "The host, on create, update and in bulk. `null` is the service's own host; without it new codes get your default domain. Earlier short URLs become aliases as long as their host's DNS leads here.",
  ],
  [
    "`suspended`",
    "Present while the operator has suspended the host: everything on it answers 410, new codes on it are 400 `domain_not_verified`, and deleting it is 409 `domain_in_use`.",
  ],
  [
    "`GET …/redirect-map`",
    "Every short URL of the domain with its target, as a configuration of nginx or Caddy, JSON or CSV: your way to another server.",
  ],
  [
    "Numbers",
    `Free ${entitlements.free.domains}, Starter ${entitlements.starter.domains}, Developer ${entitlements.developer.domains}, Pro ${entitlements.pro.domains}. After a downgrade domains go on; those above the number take no new codes.`,
  ],
];

const publicImages: FactRows = [
  [
    "`.png`, `.svg`",
    "Both work. `?size=` is the width, 64 to 1,024 pixels; a PNG has at least the code's `minSize`.",
  ],
  ["Caching", "Five minutes, with an `ETag`. The service itself answers 404 as soon as you switch it off."],
  ["Limit", "60 pictures drawn per minute for one IP address; pictures from the cache don't count."],
  [
    "Copies",
    "Exports and imports keep `publicImage`, and a duplicate has a public image at its own address.",
  ],
];

const permissions: FactRows = [
  ["`qr:read`", "GET of codes, their pictures and domains."],
  ["`qr:write`", "Creating, changing and deleting codes, singly and in bulk. Includes `qr:read`."],
  ["`analytics:read`", "Analytics and scans."],
  ["`webhooks:manage`", "Everything about webhooks."],
  [
    "All four",
    "Creating, changing, rotating and deleting keys; adding, changing, verifying and deleting domains. Listing keys needs no permission.",
  ],
];

const refusals: FactRows = [
  [
    "401",
    "`missing_api_key`, `invalid_api_key`, `inactive_api_key`, `expired_api_key`. At most 60 per minute from one address, then 429; valid keys still work.",
  ],
  [
    "403 `plan_required`",
    "The account is on Free or Starter. Its keys are kept, and its printed codes keep working.",
  ],
  ["403 `insufficient_permission`", "`details` names the permission as `requiredPermission`."],
  ["429 `rate_limited`", "Wait exactly `Retry-After` seconds; the call then succeeds."],
  ["415, 413, 400", "The body, its size or its fields, with the limits of each."],
  ["404 `not_found`", "There is no such code or domain, or it isn't this account's."],
  [
    "403 `quota_exceeded`",
    "All codes, dynamic codes, keys or domains are used, or a domain is above the plan's number. Existing ones keep working.",
  ],
];

const limits: FactRows = [
  [
    "Requests",
    `${say(pro.apiRequestsPerHour)} per hour for an account on ${developer.name} or ${pro.name}, and each key has its own \`rateLimit\`. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` describe whichever is closer to its limit.`,
  ],
  ["Codes", `${say(pro.codes)} on ${developer.name} and ${pro.name}, all of them dynamic if you like.`],
  [
    "A bulk call",
    `1 to ${maxBulkItems} items, 10 MiB of JSON with at most 100,000 values; deleting: 64 kB. Any other body: 1 MiB, 5,000 values.`,
  ],
  ["Size", "64 to 4,096 pixels, and at least 2 pixels per module."],
  ["Frames", "Part of Pro. On other plans the code is stored without one, and a warning says so."],
  ["Keys", `${maxKeys} active keys that haven't expired.`],
];
