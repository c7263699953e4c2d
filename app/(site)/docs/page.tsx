import type { Metadata } from "next";
import Link from "next/link";
import { CodeBlock } from "@/components/docs/code-block";
import { DocsPage, DocsSection } from "@/components/docs/docs-page";
import { writeSamples } from "@/components/docs/quick-start-samples";
import { Code } from "@/components/docs/words";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Quick start" };

export default function QuickStartPage() {
  const samples = writeSamples(env.baseUrl);
  return (
    <DocsPage
      path="/docs"
      title="Quick start"
      lead="One request makes a code. It needs no account and no key, from a server, a shell or any web page."
    >
      <DocsSection id="curl" title="curl">
        <p>Send what the code holds; get the picture and a link to it.</p>
        <CodeBlock label="Shell" language="sh" text={samples.curl} canCopy />
        <p>
          The answer is JSON: <Code>qrImage</Code> is the PNG as a data URL, <Code>imageUrl</Code> serves the
          same PNG for 24 hours, <Code>settings</Code> are all settings used, defaults included.
        </p>
      </DocsSection>
      <DocsSection id="javascript" title="JavaScript">
        <p>
          Node 20 or later, nothing to install. Save it as <Code>guests.mjs</Code>. Content of type{" "}
          <Code>wifi</Code> and <Code>contact</Code> is a JSON object serialised into a string.
        </p>
        <CodeBlock label="guests.mjs" language="js" text={samples.javascript} canCopy />
      </DocsSection>
      <DocsSection id="python" title="Python">
        <p>Python 3 and its standard library.</p>
        <CodeBlock label="ada.py" language="py" text={samples.python} canCopy />
      </DocsSection>
      <Limits />
      <DocsSection id="more" title="More">
        <ul className="list-disc pl-5">
          <li>
            Every parameter, setting and answer: <DocLink href="/docs/api">API reference</DocLink>
          </li>
          <li>
            Every error code, and what to do about it: <DocLink href="/docs/errors">Errors</DocLink>
          </li>
          <li>
            The description for machines, OpenAPI 3.1:{" "}
            <a className={linkClasses} href="/api/public/qr-codes/openapi.json">
              openapi.json
            </a>
          </li>
        </ul>
      </DocsSection>
    </DocsPage>
  );
}

const linkClasses = "link inline-flex items-center touch:min-h-11 touch:min-w-11";

function DocLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} className={linkClasses}>
      {children}
    </Link>
  );
}

const limits: readonly (readonly [name: string, limit: string])[] = [
  [
    "Calls that make a code",
    "100 an hour for one IP address, GET and POST together. An IPv6 network of /64 counts as one.",
  ],
  ["What isn't counted", "Viewing a picture, the description of the interface, and calls refused with 429."],
  ["When it's used up", "429 with Retry-After in seconds. Wait exactly that long and the call succeeds."],
  ["A picture and its link", "24 hours, the same bytes at every view."],
  ["Content", "4,096 characters before encoding; an address 2,048."],
  ["Size", "64 to 1,024 pixels, and at least 2 pixels a module."],
  ["Logo", "PNG, JPEG or WebP, 512 KiB, 2,048 × 2,048 pixels, up to 30% of the width."],
  ["Body", "1 MiB of JSON."],
];

function Limits() {
  return (
    <DocsSection id="limits" title="Limits">
      <dl>
        {limits.map(([name, limit]) => (
          <div
            key={name}
            className="grid gap-x-6 border-b border-line py-2.5 md:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <dt className="font-medium text-ink">{name}</dt>
            <dd>{limit}</dd>
          </div>
        ))}
      </dl>
      <p>
        What is out of bounds is refused, never changed in silence. Every answer says what is left in{" "}
        <Code>X-RateLimit-Remaining</Code>.
      </p>
    </DocsSection>
  );
}
