import { CodeBlock } from "@/components/docs/code-block";
import { Code, DocsSection, Facts } from "@/components/docs/docs-page";
import { formula, type writeSignatureSamples } from "@/components/docs/webhook-samples";
import { frameworks, headers } from "./facts";

export function Signature({
  library,
  byHand,
}: Pick<ReturnType<typeof writeSignatureSamples>, "library" | "byHand">) {
  return (
    <DocsSection id="signature" title="The signature">
      <p>
        Every delivery is signed twice with HMAC-SHA-256. The key is the secret&rsquo;s 64 characters as text,
        not the 32 bytes they encode; the message is built from the bytes that were sent. Compare in constant
        time.
      </p>
      <CodeBlock label="Signatures" language="text" text={formula} />
      <Facts facts={headers} />
      <p>
        Take <Code>webhook-signature</Code> where you can: it covers the id and the time, so an eavesdropper
        can&rsquo;t replay a delivery after 5 minutes, and until then you know its id.{" "}
        <Code>x-webhook-signature</Code> is for receivers that check the body only; it never expires, so only
        the <Code>id</Code> in the body tells you about a replay. The receivers above use it when the other is
        absent. If you don&rsquo;t need it, drop that branch.
      </p>
      <p>
        <Code>webhook-signature</Code> follows{" "}
        <a className="link" href="https://www.standardwebhooks.com">
          Standard Webhooks
        </a>
        , whose libraries verify it. Give them the <Code>signingSecret</Code> from the same response. It is
        the same key, written as <Code>whsec_</Code> and the 64 characters in base64:
      </p>
      <CodeBlock label="JavaScript" language="js" text={library} canCopy />
      <p>
        A body that a framework has parsed and serialised again has different bytes, and a different
        signature. These give you the raw bytes:
      </p>
      <Facts facts={frameworks} />
      <p>
        If it doesn&rsquo;t match, compute one by hand: put the delivery&rsquo;s <Code>body</Code>, as GET
        returns it, in <Code>BODY</Code>, and this prints its <Code>x-webhook-signature</Code>.
      </p>
      <CodeBlock label="Shell" language="text" text={byHand} canCopy />
    </DocsSection>
  );
}
