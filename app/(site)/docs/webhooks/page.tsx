import type { Metadata } from "next";
import { CodeBlock, CodeChoice, RequestChoice } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "@/components/docs/docs-page";
import {
  caddyfile,
  formula,
  listWebhookRequests,
  receivers,
  writeSignatureSamples,
} from "@/components/docs/webhook-samples";
import { env } from "@/lib/platform/env";
import { sampleData } from "@/lib/webhooks";
import { type EventKind, eventKinds } from "@/lib/webhooks/schema";
import {
  addresses,
  answers,
  envelope,
  faults,
  feed,
  frameworks,
  headers,
  listLimits,
  listPauses,
  listRetries,
  options,
  order,
  statuses,
} from "./facts";

const notes: Record<(typeof receivers)[number]["name"], string> = {
  JavaScript:
    "Node 20.10 or later, nothing to install. Save it as `webhook.mjs`; `node webhook.mjs` runs it.",
  Python: "Python 3.8 or later, nothing to install. Save it as `webhook.py`; `python3 webhook.py` runs it.",
  Go: "Go 1.20 or later, nothing to install. Save it as `webhook.go`; `go run webhook.go` runs it.",
  PHP: "PHP 8.1 or later, no extension. Save it as `webhook.php` in the folder that your web server serves; the pool of PHP-FPM needs `env[WEBHOOK_SECRET]`. Have cron run `php webhook.php` each minute for what is left over.",
};

const timestamp = "2026-11-21T09:30:00.125Z";

export const metadata: Metadata = { title: "Webhooks" };

const contents = [
  { href: "#start", name: "Get the first event" },
  { href: "#receiver", name: "A receiver" },
  { href: "#signature", name: "The signature" },
  { href: "#events", name: "What is sent" },
  { href: "#options", name: "Filter and headers" },
  { href: "#answer", name: "What to answer" },
  { href: "#retries", name: "Retries" },
  { href: "#order", name: "Twice, and out of order" },
  { href: "#deliveries", name: "Check deliveries" },
  { href: "#pause", name: "Pause and resume" },
  { href: "#feed", name: "Follow the feed instead" },
  { href: "#rotate", name: "Change the secret" },
  { href: "#address", name: "The address" },
  { href: "#sandbox", name: "Try it in the sandbox" },
  { href: "#limits", name: "Limits" },
];

export default function WebhooksPage() {
  const requests = listWebhookRequests(env.baseUrl);
  return (
    <DocsPage
      path="/docs/webhooks"
      title="Webhooks"
      contents={[{ links: contents }]}
      lead="Your server gets every scan and every code that is created, changed or deleted: each by one signed request, retried until your server accepts it."
    >
      <Start {...requests} />
      <Receivers />
      <Signature {...writeSignatureSamples()} />
      <Events />
      <DocsSection id="options" title="Filter and headers">
        <p>Set both when you create or change a webhook:</p>
        <RequestChoice name="options" request={requests.options} />
        <Facts facts={options} />
      </DocsSection>
      <DocsSection id="answer" title="What to answer">
        <p>
          Verify, store, answer; then do the work. If you work first, slow days lead to timeouts and retries.
        </p>
        <Facts facts={answers} />
      </DocsSection>
      <DocsSection id="retries" title="Retries">
        <Facts facts={listRetries(env)} />
      </DocsSection>
      <DocsSection id="order" title="Twice, and out of order">
        <Facts facts={order} />
      </DocsSection>
      <Deliveries {...requests} />
      <DocsSection id="pause" title="Pause and resume">
        <Facts facts={listPauses(env)} />
        <p>This resumes it and resets the failure count:</p>
        <RequestChoice name="resume" request={requests.resume} />
        <p>
          Events during a pause are not sent later. The feed below has them, except <Code>quota.reached</Code>{" "}
          and <Code>domain.failing</Code>.
        </p>
      </DocsSection>
      <DocsSection id="feed" title="Follow the feed instead">
        <p>
          <Code>GET /api/v1/events</Code> has every <Code>qr.*</Code> and <Code>scan.created</Code> of the
          last 30 days, with the ids and bodies of webhooks, oldest first. It needs no webhook and no public
          address: use it behind a firewall, or to catch up after an outage.
        </p>
        <RequestChoice name="events" request={requests.events} />
        <Facts facts={feed} />
        <p>
          While you develop, <Code>quietzone listen --forward-to http://localhost:8080/hook</Code> follows it
          and sends each event to your program, signed like a webhook:{" "}
          <DocLink href="/docs/with-a-key#client">With a client</DocLink>
        </p>
        <p>
          Every parameter and response:{" "}
          <DocLink href="/docs/api/webhooks#listEvents">Follow the events</DocLink>
        </p>
      </DocsSection>
      <DocsSection id="rotate" title="Change the secret">
        <p>
          The response shows the new secret, only once. For <Code>overlapSeconds</Code>, up to 7 days, each
          delivery is signed with both: update your receiver in that time, and nothing is refused. If the old
          secret has leaked, send 0: it ends immediately. A second change also ends the first overlap: only
          the new secret and the one right before it sign.
        </p>
        <RequestChoice name="rotate" request={requests.rotate} />
        <p>
          Only <Code>webhook-signature</Code> carries both signatures; <Code>x-webhook-signature</Code> uses
          the new secret from then on.
        </p>
      </DocsSection>
      <DocsSection id="address" title="The address">
        <Facts facts={addresses} />
      </DocsSection>
      <Sandbox sandboxScan={requests.sandboxScan} />
      <DocsSection id="limits" title="Limits">
        <Facts facts={listLimits(env)} />
        <p>
          Every parameter and response:{" "}
          <DocLink href="/docs/api/webhooks#createWebhook">API reference</DocLink>
        </p>
      </DocsSection>
    </DocsPage>
  );
}

type Requests = ReturnType<typeof listWebhookRequests>;

function Start({ create, test, deliveries }: Requests) {
  return (
    <DocsSection id="start" title="Get the first event">
      <p>
        You need an https address that is reachable from the internet, and a key with{" "}
        <Code>webhooks:manage</Code>. <DocLink href="/api-keys">Create a key</DocLink>
      </p>
      <CodeBlock
        label="Shell"
        language="text"
        text={"export API_KEY='qr_live_…'\nexport HOOK_URL='https://hooks.example.com/quietzone'"}
        canCopy
      />
      <RequestChoice name="create" request={create} />
      <p>
        201. The <Code>secret</Code>, 64 hex digits, is only in this response. Store it where your receiver
        can read it, and start one of the receivers below:
      </p>
      <CodeBlock
        label="Shell"
        language="text"
        text={"export WEBHOOK_ID='the id of the answer'\nexport WEBHOOK_SECRET='the secret of the answer'"}
        canCopy
      />
      <p>Send a test event, then see the result:</p>
      <RequestChoice name="test" request={test} />
      <RequestChoice name="deliveries" request={deliveries} />
    </DocsSection>
  );
}

function Receivers() {
  return (
    <DocsSection id="receiver" title="A receiver">
      <p>
        Each of these verifies the raw bytes, stores the event in a file named after its id, answers, and then
        works on it: once, even if it is sent twice or the program is killed in between. Put your own work
        into <Code>handle</Code>, and replace the folder with a table that has a unique key.
      </p>
      <CodeChoice
        name="receiver"
        label="Language"
        choices={receivers.map(({ name, file, language, text }) => ({
          name,
          note: notes[name],
          block: { label: file, language, text, canCopy: true },
        }))}
      />
      <p>
        The first three listen on <Code>127.0.0.1:8080</Code>. Put your web server with its certificate in
        front of them; Caddy gets one automatically:
      </p>
      <CodeBlock label="Caddyfile" language="text" text={caddyfile} canCopy />
    </DocsSection>
  );
}

function Signature({
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

function Events() {
  return (
    <DocsSection id="events" title="What is sent">
      <p>A POST of JSON in UTF-8. Every event type has the same envelope:</p>
      <Facts facts={envelope} />
      <p>
        <Code>scan.created</Code> has the scan as the scans API returns it. <Code>qr.created</Code> and{" "}
        <Code>qr.updated</Code> have the code as in lists; an update that changes nothing sends nothing, and{" "}
        <Code>changedFields</Code> names what changed: <Code>name</Code>, <Code>content</Code>,{" "}
        <Code>slug</Code>, <Code>domain</Code>, <Code>settings</Code>, <Code>tags</Code>, <Code>note</Code>,{" "}
        <Code>archived</Code> or <Code>publicImage</Code>. A bulk call sends one event for each code; moving
        the codes of a deleted domain sends none.
      </p>
      <CodeChoice
        name="event"
        label="Kind of event"
        choices={writeExamples().map(({ kind, text }) => ({
          name: kind,
          block: { label: `Body of ${kind}`, language: "json", text, canCopy: true },
        }))}
      />
      <p>Formatted here for reading; the real body has no spaces or line breaks between members.</p>
    </DocsSection>
  );
}

function writeExamples(): { kind: EventKind; text: string }[] {
  return eventKinds.map((kind, at) => {
    const id = `evt_019a9b6e4c1e7f3a9b528d1e6f0a2c4${at}`;
    const data = sampleData(kind, new Date(timestamp));
    return { kind, text: JSON.stringify({ id, type: kind, timestamp, sandbox: false, data }, null, 2) };
  });
}

function Deliveries({ delivery, retry, retryFailed }: Requests) {
  return (
    <DocsSection id="deliveries" title="Check deliveries">
      <p>
        Each delivery keeps its exact body, and in <Code>log</Code> the result of every attempt. The webhook
        itself counts them: <Code>eventCount</Code>, and in <Code>failureCount</Code> those that ended{" "}
        <Code>failed</Code>.
      </p>
      <RequestChoice name="delivery" request={delivery} />
      <Facts facts={statuses.map(([status, fact]) => [`\`${status}\``, fact] as const)} />
      <p>
        <Code>error</Code> says why an attempt failed:
      </p>
      <Facts facts={faults} />
      <p>
        This sends one again, whatever its result: the same body and <Code>webhook-id</Code>, one attempt, as
        a new delivery.
      </p>
      <RequestChoice name="retry" request={retry} />
      <p>
        After an outage, retry everything that failed since then: up to 1,000 deliveries per call, oldest
        first. <Code>hasMore</Code> says whether to repeat the call. Each is retried once: if the retries fail
        too, set <Code>since</Code> to the time of the first call to retry those.
      </p>
      <RequestChoice name="retryFailed" request={retryFailed} />
    </DocsSection>
  );
}

function Sandbox({ sandboxScan }: Pick<Requests, "sandboxScan">) {
  return (
    <DocsSection id="sandbox" title="Try it in the sandbox">
      <p>
        A webhook created with a sandbox key gets sandbox events only, and they say{" "}
        <Code>{'"sandbox":true'}</Code>. Creating, changing and deleting codes there sends events. So does a
        scan that you simulate, here of the code whose id is in <Code>ID</Code>:
      </p>
      <RequestChoice name="sandboxScan" request={sandboxScan} />
      <p>
        <DocLink href="/api-keys?environment=sandbox">Make a sandbox key</DocLink>
      </p>
    </DocsSection>
  );
}
