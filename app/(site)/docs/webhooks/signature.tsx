import { CodeBlock } from "@/components/docs/code-block";
import { DocsSection } from "@/components/docs/docs-page";
import { Code, Facts } from "@/components/docs/prose";
import { formula, type writeWebhookSamples } from "@/components/docs/webhook-samples";
import { frameworks, headers } from "./facts";

export function Signature({
  library,
  byHand,
}: Pick<ReturnType<typeof writeWebhookSamples>, "library" | "byHand">) {
  return (
    <DocsSection id="signature" title="The signature">
      <p>
        Every delivery is signed twice with HMAC-SHA-256. The key is the secret&rsquo;s 64 characters as they
        stand, not the 32 bytes that they spell; the message is made of the bytes that were sent. Compare in
        constant time.
      </p>
      <CodeBlock label="Signatures" language="text" text={formula} />
      <Facts facts={headers} />
      <p>
        Take <Code>webhook-signature</Code> where you can: it covers the id and the time, so an eavesdropper
        can&rsquo;t replay a delivery after 5 minutes, and within them you know its id.{" "}
        <Code>x-webhook-signature</Code> is for receivers that look at the body alone; it never grows old, so
        what has been taken by it is known only by the <Code>id</Code> in the body. The receivers above take
        it where the other is absent. If you need no such requests, drop that branch.
      </p>
      <p>
        <Code>webhook-signature</Code> is that of{" "}
        <a className="link" href="https://www.standardwebhooks.com">
          Standard Webhooks
        </a>
        , whose libraries verify it. Theirs take the key as it stands (<Code>raw</Code>), or as{" "}
        <Code>whsec_</Code> and the 64 characters in base64:
      </p>
      <CodeBlock label="JavaScript" language="js" text={library} canCopy />
      <p>
        What a framework has parsed and written again has other bytes, and another signature. These have them
        as they came:
      </p>
      <Facts facts={frameworks} />
      <p>
        When it doesn&rsquo;t hold, do one by hand: with the <Code>body</Code> that GET of the delivery shows
        in <Code>BODY</Code> this prints its <Code>x-webhook-signature</Code>.
      </p>
      <CodeBlock label="Shell" language="text" text={byHand} canCopy />
    </DocsSection>
  );
}
