import { CodeBlock } from "@/components/docs/code-block";
import { CodeChoice } from "@/components/docs/code-choice";
import { DocsSection } from "@/components/docs/docs-page";
import { Code } from "@/components/docs/prose";
import { caddyfile, receivers } from "@/components/docs/webhook-samples";

/** How each is started, beside its text. */
const notes: Record<(typeof receivers)[number]["name"], string> = {
  JavaScript:
    "Node 20.10 or later, nothing to install. Save it as `webhook.mjs`; `node webhook.mjs` runs it.",
  Python: "Python 3.8 or later, nothing to install. Save it as `webhook.py`; `python3 webhook.py` runs it.",
  Go: "Go 1.20 or later, nothing to install. Save it as `webhook.go`; `go run webhook.go` runs it.",
  PHP: "PHP 8.1 or later, no extension. Save it as `webhook.php` in the folder that your web server serves; the pool of PHP-FPM needs `env[WEBHOOK_SECRET]`. Have cron run `php webhook.php` each minute for what is left over.",
};

export function Receivers() {
  return (
    <DocsSection id="receiver" title="A receiver">
      <p>
        Each of these verifies the bytes as they came, keeps the event in a file named by its id, answers, and
        then works on it: once, even if it is sent twice or the program is killed in between. Put your own
        work into <Code>handle</Code>, and a table with a unique key in place of the folder.
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
        The first three listen on <Code>127.0.0.1:8080</Code>. Towards the internet stands your web server,
        with the certificate; Caddy fetches one by itself:
      </p>
      <CodeBlock label="Caddyfile" language="text" text={caddyfile} canCopy />
    </DocsSection>
  );
}
