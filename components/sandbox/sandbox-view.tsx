import type { LimitUse } from "@/lib/api-uses/schema";
import { type Command, CurlBlock } from "../keys/curl-block";
import { SandboxLine } from "../shell/environment";
import { Block, PageHeader } from "../shell/page-header";
import { formatCountry } from "../ui/country";
import { ButtonLink } from "../ui/links";
import { UsageRuler } from "../ui/usage-ruler";
import { CodeRows, EmptySandbox, type SandboxActions, type SandboxCode, ScansForm } from "./sandbox-parts";

interface SandboxViewProps {
  codes: readonly SandboxCode[];
  limits: { codes: number; requestsPerHour: number; keptDays: number };
  usedCodes: number;
  requests: LimitUse;
  /** Codes of ISO 3166-1. */
  countries: readonly string[];
  baseUrl: string;
  zone: string;
  actions: SandboxActions;
}

export function SandboxView(props: SandboxViewProps) {
  const { codes, limits, usedCodes, requests, countries, zone, actions } = props;
  const named = countries
    .map((value) => ({ value, name: formatCountry(value) }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  const dynamic = codes.filter(({ shortUrl }) => shortUrl !== null);
  return (
    <>
      <SandboxLine environment="sandbox" />
      <PageHeader
        title="Sandbox"
        actions={codes.length > 0 && <EmptySandbox codes={codes.length} empty={actions.empty} />}
      />
      <About keptDays={limits.keptDays} />
      <div className="page-x border-b border-line py-6">
        <div className="grid max-w-[60rem] gap-x-10 gap-y-5 md:grid-cols-2">
          <UsageRuler used={usedCodes} limit={limits.codes} noun="codes" />
          <UsageRuler used={requests.used} limit={limits.requestsPerHour} noun="requests this hour" />
        </div>
      </div>
      {codes.length === 0 ? (
        <FirstCode baseUrl={props.baseUrl} />
      ) : (
        <CodeRows codes={codes} keptDays={limits.keptDays} zone={zone} actions={actions} />
      )}
      {codes.length > 0 && (
        <Block
          id="scans"
          title="Create scans"
          lead="Simulated scans are counted, shown and sent to sandbox webhooks. Past scans are counted but not sent."
        >
          {dynamic.length === 0 ? (
            <p className="text-ink-2">Only dynamic codes are counted. The sandbox has none yet.</p>
          ) : (
            <ScansForm codes={dynamic} countries={named} makeScans={actions.makeScans} />
          )}
        </Block>
      )}
    </>
  );
}

const places = [
  { href: "/api-keys?environment=sandbox", name: "Sandbox keys" },
  { href: "/webhooks?environment=sandbox", name: "Webhooks" },
  { href: "/deliveries?environment=sandbox", name: "Deliveries" },
];

function About({ keptDays }: { keptDays: number }) {
  return (
    <div className="page-x border-b border-line py-6 md:py-8">
      <p className="max-w-[66ch] text-ink-2">
        A separate set of test data behind the same API: a key that starts with{" "}
        <code className="font-mono text-mono">qr_test_</code> sees it and nothing else. Its codes scan,
        redirect and are counted like real ones, but don't count towards your plan. Each is deleted {keptDays}{" "}
        days after it was created, so don't print any. Their short links are generated; custom ones are for
        production codes only.
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        {places.map(({ href, name }) => (
          <ButtonLink key={href} href={href}>
            {name}
          </ButtonLink>
        ))}
      </p>
    </div>
  );
}

function FirstCode({ baseUrl }: { baseUrl: string }) {
  return (
    <section aria-labelledby="first-code" className="bench page-x flex-1 bg-canvas py-8">
      <div className="max-w-[40rem]">
        <h2 id="first-code" className="text-title-lg">
          No codes in the sandbox
        </h2>
        <p className="mt-2 mb-5 text-ink-2">
          Create the first with a sandbox key. Put yours in place of{" "}
          <code className="font-mono text-mono">qr_test_YOUR_KEY</code>.
        </p>
        <CurlBlock label="Create a code" command={writeSandboxCommand(baseUrl)} />
      </div>
    </section>
  );
}

/** The command that makes a first sandbox code, a dynamic one, so that it can be scanned; the key is still to be filled in. */
function writeSandboxCommand(baseUrl: string): Command {
  const code = { name: "First try", type: "url", content: "https://example.com/menu", isDynamic: true };
  const body = JSON.stringify(code, undefined, 2).replaceAll("\n", "\n  ");
  return [
    'curl -H "Authorization: Bearer ',
    "qr_test_YOUR_KEY",
    `" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}' \\\n  ${baseUrl}/api/v1/qr-codes`,
  ];
}
