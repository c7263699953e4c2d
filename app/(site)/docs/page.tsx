import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "@/components/docs/docs-page";
import { listInstallations, writeSamples } from "@/components/docs/samples";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Quick start" };

export default function QuickStartPage() {
  const samples = writeSamples(env.baseUrl);
  const install = listInstallations(env.baseUrl);
  return (
    <DocsPage
      path="/docs"
      title="Quick start"
      lead="Create a code with one request. No account or key needed; works from a server, a shell or any web page."
    >
      <DocsSection id="curl" title="curl">
        <p>Send the content; get the picture and a link to it.</p>
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
      <DocsSection id="go" title="Go">
        <p>
          Its standard library. Save it as <Code>main.go</Code>.
        </p>
        <CodeBlock label="main.go" language="go" text={samples.go} canCopy />
      </DocsSection>
      <PictureByAddress html={samples.html} sheets={samples.sheets} markdown={samples.markdown} />
      <Limits />
      <DocsSection id="with-a-key" title="With a key">
        <p>
          On Developer and Pro, your programs can store codes: create one or a hundred at once, change where
          printed codes point, list them and fetch their pictures.
        </p>
        <p>
          <DocLink href="/docs/with-a-key">Create a key and the first stored code</DocLink>
        </p>
      </DocsSection>
      <DocsSection id="clients" title="Clients">
        <p>
          Typed clients for JavaScript, Python and Go, and the command <Code>quietzone</Code>:{" "}
          <DocLink href="/docs/with-a-key#client">With a client</DocLink>
        </p>
        <CodeBlock label="JavaScript and the command" language="text" text={install.javascript} canCopy />
        <CodeBlock label="Python" language="text" text={install.python} canCopy />
      </DocsSection>
      <DocsSection id="more" title="More">
        <ul className="list-disc pl-5">
          <li>
            Get every scan and every code change as it happens:{" "}
            <DocLink href="/docs/webhooks">Webhooks</DocLink>
          </li>
          <li>
            Lead visitors by device, place, language and time:{" "}
            <DocLink href="/docs/smart-targets">Smart targets</DocLink>
          </li>
          <li>
            Count what visitors do after a scan: <DocLink href="/docs/goals">Goals</DocLink>
          </li>
          <li>
            Let an agent create and change codes over MCP: <DocLink href="/docs/mcp">Agents</DocLink>
          </li>
          <li>
            Every parameter, setting and response of both APIs:{" "}
            <DocLink href="/docs/api">API reference</DocLink>
          </li>
          <li>
            Every error code, and what to do about it: <DocLink href="/docs/errors">Errors</DocLink>
          </li>
          <li>
            Each page as Markdown, at its address with <Code>.md</Code>:{" "}
            <a className={linkClasses} href="/llms.txt">
              llms.txt
            </a>
          </li>
          <li>
            OpenAPI 3.1 descriptions:{" "}
            <a className={linkClasses} href="/api/public/qr-codes/openapi.json">
              openapi.json
            </a>{" "}
            and with a key{" "}
            <a className={linkClasses} href="/api/v1/openapi.json">
              v1/openapi.json
            </a>
          </li>
        </ul>
      </DocsSection>
    </DocsPage>
  );
}

const linkClasses = "link inline-flex items-center touch:min-h-11 touch:min-w-11";

function PictureByAddress({
  html,
  sheets,
  markdown,
}: Pick<ReturnType<typeof writeSamples>, "html" | "sheets" | "markdown">) {
  return (
    <DocsSection id="picture" title="Picture by address">
      <p>
        <Code>/image</Code> answers the picture itself. Use it where only an address fits: in a web page, a
        spreadsheet or a README.
      </p>
      <CodeBlock label="HTML" language="text" text={html} canCopy />
      <CodeBlock label="Google Sheets, Excel" language="text" text={sheets} canCopy />
      <CodeBlock label="Markdown" language="text" text={markdown} canCopy />
      <Facts facts={parameters} />
      <p>
        Every picture counts towards the limit of the IP address that fetches it. For <Code>{"<img>"}</Code>{" "}
        that is your visitor&rsquo;s; Google Sheets fetches from Google&rsquo;s, which everyone shares. A
        browser keeps the picture for 24 hours. For a long sheet, save the pictures once instead.
      </p>
    </DocsSection>
  );
}

const parameters: readonly (readonly [name: string, fact: string])[] = [
  ["`content`", "The content, percent-encoded. `data` is another name for it."],
  [
    "`type`",
    "`url`, `text`, `wifi` or `contact`. Left out: `url` if the content starts with `http://` or `https://`, else `text`.",
  ],
  ["`format`", "`png` or `svg`."],
  ["`size`", "64 to 1,024 pixels, quiet zone included."],
  ["`dark`, `light`", "Colours in hex, with or without `#`; in an address `#` is `%23`."],
  [
    "`quietZone`",
    "0 to 20 modules of margin on each side; 4 unless you say otherwise. 0 may be refused: then the picture doesn't scan.",
  ],
];

const limits: readonly (readonly [name: string, limit: string])[] = [
  [
    "Calls that create a code",
    "100 per hour per IP address: GET, POST and pictures by address together. An IPv6 /64 network counts as one.",
  ],
  [
    "What isn't counted",
    "Viewing a stored picture, a picture by address that your client still has (304), the API description, and calls refused with 429.",
  ],
  ["Limit reached", "429 with Retry-After in seconds. Wait exactly that long and the call succeeds."],
  ["A picture and its link", "24 hours, the same bytes every time."],
  ["Content", "4,096 characters before encoding; an address 2,048."],
  ["Size", "64 to 1,024 pixels, and at least 2 pixels per module."],
  ["Logo", "PNG, JPEG or WebP, 512 KiB, 2,048 × 2,048 pixels, up to 30% of the width."],
  ["Body", "1 MiB of JSON with at most 5,000 values."],
];

function Limits() {
  return (
    <DocsSection id="limits" title="Limits">
      <Facts facts={limits} />
      <p>
        Values out of range are refused, never silently changed. Every response says how many calls are left
        in <Code>X-RateLimit-Remaining</Code>.
      </p>
    </DocsSection>
  );
}
