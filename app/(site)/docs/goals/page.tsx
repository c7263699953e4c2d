import type { Metadata } from "next";
import { CodeBlock, RequestChoice } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "@/components/docs/docs-page";
import { listGoalRequests } from "@/components/docs/samples";
import { goalDays, maxGoalName, maxGoals, writeScriptTag } from "@/lib/goals/schema";
import { namePlanWith } from "@/lib/plans";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Goals" };

const rules: readonly (readonly [string, string])[] = [
  ["`scanId`", `The \`qz_scan\` from your page's address. You can send goals for it for ${goalDays} days.`],
  [
    "`name`",
    `1 to ${maxGoalName} characters. Each scan counts a name once; sending it again changes nothing.`,
  ],
  [
    "`value`, `currency`",
    "Both or neither: 0 to 1,000,000,000 with at most 2 decimals, and a code of ISO 4217.",
  ],
  ["How many", `At most ${maxGoals} names per code.`],
  ["When it counts", "At the time of the scan, not of the goal."],
];

const answers: readonly (readonly [string, string])[] = [
  ["201", "Recorded."],
  ["200", "The scan had this goal already."],
  ["404", "No such scan: unknown, too old, its code was deleted, or another server is still storing it."],
  ["503", "The scan is still being stored. Send it again after `Retry-After` seconds."],
];

export default function GoalsPage() {
  const { baseUrl } = env;
  return (
    <DocsPage
      path="/docs/goals"
      title="Goals"
      lead="Count what visitors do after a scan: orders, sign-ups, calls. No cookie, no fingerprint, nothing stored in the browser."
    >
      <DocsSection id="switch-on" title="Switch it on">
        <p>
          Set <Code>settings.appendScanId</Code> of a dynamic code of type <Code>url</Code>, in its editor or
          by the API. The redirect then adds <Code>qz_scan</Code>, the scan&apos;s id, to its target. Goals
          are part of {namePlanWith(({ goals }) => goals)} and larger plans.
        </p>
      </DocsSection>
      <DocsSection id="page" title="From a page">
        <p>
          Add two lines to the pages that the code opens. The first keeps goals until the script has loaded,
          which is smaller than 1 kB. A page whose security policy allows no inline script leaves it out, and
          calls <Code>qzGoal</Code> once the script has loaded.
        </p>
        <CodeBlock label="HTML" language="text" text={writeScriptTag(baseUrl)} canCopy />
        <p>Mark what is clicked, or call the function when something happens:</p>
        <CodeBlock
          label="A button"
          language="text"
          text={'<button data-qz-goal="order" data-qz-value="49.90" data-qz-currency="EUR">Order</button>'}
          canCopy
        />
        <CodeBlock label="JavaScript" language="js" text={'qzGoal("order", 49.9, "EUR")'} canCopy />
        <p>
          The script reads <Code>qz_scan</Code> from the address when it loads. Without one, it sends nothing.
          Keep the parameter in the links between your pages if the goal is on another one.
        </p>
      </DocsSection>
      <DocsSection id="server" title="From a server">
        <p>
          Store the <Code>qz_scan</Code> with the order and send the goal with your key. A sandbox key records
          goals of sandbox scans.
        </p>
        <RequestChoice name="record" request={listGoalRequests(baseUrl).record} />
        <Facts facts={rules} />
        <p>
          Anybody who has scanned a code can record goals of any name. Delete unwanted goals of the last 30
          days on the code&apos;s page, and any by{" "}
          <Code>DELETE /api/v1/qr-codes/&#123;id&#125;/goals?name=…</Code>.
        </p>
      </DocsSection>
      <DocsSection id="answers" title="Answers">
        <Facts facts={answers} />
      </DocsSection>
      <DocsSection id="results" title="Results">
        <p>
          The code&apos;s page shows each goal by rule, address and country.{" "}
          <DocLink href="/docs/api">Analytics</DocLink> have the same in <Code>goals</Code>: how many, their
          rate of all scans, and exact sums by currency.
        </p>
      </DocsSection>
    </DocsPage>
  );
}
