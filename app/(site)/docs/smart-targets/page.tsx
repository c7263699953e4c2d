import type { Metadata } from "next";
import { CodeBlock, RequestChoice } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "@/components/docs/docs-page";
import { listTargetRequests } from "@/components/docs/samples";
import { entitlements, plans } from "@/lib/plans";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Smart targets" };

const conditions: readonly (readonly [string, string])[] = [
  [
    "`devices`, `os`",
    "`mobile`, `tablet`, `desktop`; systems as scans name them, such as `iOS` and `Android`.",
  ],
  ["`countries`", "Two letters of ISO 3166-1, such as `PT`."],
  [
    "`languages`",
    "Browser languages (BCP 47). `pt` also matches `pt-BR`. Your rule order decides, not the browser's preference. At most the browser's 32 preferred languages are compared.",
  ],
  [
    "`days`, `hours`",
    "`Monday` to `Sunday`; from `18:00` until `02:00`, exclusive. Hours after midnight belong to the day before: Friday's hours still apply on Saturday at 01:00.",
  ],
  ["`dates`", "`from` and `until`, either or both: days, the last one included, or times with their zone."],
  ["`timezone`", "Such as `Europe/Paris`. Required with days, hours and dates without a time."],
];

const bounds: readonly (readonly [string, string])[] = [
  [
    "Rules per code",
    plans
      .map((plan) => `${entitlements[plan].name} ${entitlements[plan].routes}`)
      .join(", ")
      .concat(". Existing rules keep working after a downgrade."),
  ],
  ["Size", "Rules and campaign parameters together: 16 kB of JSON. Languages: 50 per rule."],
  ["Passed query", "2,048 characters. Left out if the whole address would be longer than 8,192 bytes."],
  ["Not available for", "`fallbackUrl`, static codes and types other than `url`."],
  [
    "A blocked address",
    "If the operator has blocked the address of a rule, its visitors see the page that a blocked target has.",
  ],
];

export default function SmartTargetsPage() {
  const requests = listTargetRequests(env.baseUrl);
  return (
    <DocsPage
      path="/docs/smart-targets"
      title="Smart targets"
      lead="Send visitors of one code to different addresses: by device, country, language or time, or as a split test. Use the editor or the API."
    >
      <DocsSection id="rules" title="Rules">
        <p>
          The first rule that matches applies. If none matches, visitors get the code&apos;s own target. Each
          rule has an <Code>id</Code>, which its scans carry. Leave it out to have one assigned.
        </p>
        <RequestChoice name="rules" request={requests.rules} />
        <p>
          Every condition in <Code>when</Code> must match. A condition matches if any of its values does:
        </p>
        <Facts facts={conditions} />
        <p>
          PUT replaces all rules of a code. To keep one, send it again with its <Code>id</Code>.
        </p>
      </DocsSection>
      <DocsSection id="split" title="Split">
        <p>
          A rule with <Code>split</Code> in place of <Code>to</Code> shares its visitors between 2 to 5
          addresses by their weights. A visitor gets the same address all day (UTC), without a cookie. Bots
          and previews get the first.
        </p>
      </DocsSection>
      <DocsSection id="campaign" title="Campaign parameters">
        <p>
          <Code>utm</Code> is added to the query of whichever address is chosen. <Code>passQuery</Code> adds
          the query that the short URL was called with. Parameters already in the address take precedence,
          then <Code>utm</Code>, then the passed query.
        </p>
        <RequestChoice name="campaign" request={requests.campaign} />
      </DocsSection>
      <DocsSection id="try" title="Try it">
        <p>Describe a visit and see where it leads. No scan is recorded.</p>
        <RequestChoice name="resolve" request={requests.resolve} />
        <CodeBlock
          label="Answer"
          language="json"
          text={JSON.stringify(
            {
              url: "https://example.com/app/ios?utm_source=poster&utm_medium=qr&utm_campaign=summer",
              route: "apple",
              variant: null,
              state: "active",
            },
            null,
            2,
          )}
        />
      </DocsSection>
      <DocsSection id="results" title="Results">
        <p>
          <Code>breakdowns.routes</Code> and <Code>breakdowns.variants</Code> of{" "}
          <DocLink href="/docs/api/analytics">analytics</DocLink> count scans by rule and by address of a
          split; <Code>scan.created</Code> carries both. To see which address brings more orders, measure{" "}
          <DocLink href="/docs/goals">goals</DocLink>.
        </p>
      </DocsSection>
      <DocsSection id="limits" title="Limits">
        <Facts facts={bounds} />
      </DocsSection>
    </DocsPage>
  );
}
