import { listInstallations } from "@/components/docs/samples";
import { mcpPath } from "@/lib/mcp";
import { env } from "@/lib/platform/env";
import { answerText, listMarkdown } from "../(site)/docs/markdown/pages";

export const dynamic = "force-dynamic";

const summary =
  "QR codes that scan, with short URLs that can be changed after printing: a REST API with and without a key, webhooks, MCP for agents and a dashboard.";

/** An index of the documentation for programs, as https://llmstxt.org describes it. */
export async function GET() {
  const { baseUrl } = env;
  const { javascript, python } = listInstallations(baseUrl);
  const pages = await listMarkdown();
  const list = (isWanted: (path: string) => boolean) =>
    pages
      .filter(({ path }) => isWanted(path))
      .map(({ path, title, lead }) => `- [${title}](${baseUrl}${path}.md): ${lead}`);
  const isReference = (path: string) => path.startsWith("/docs/api/");
  const lines = [
    `# Quietzone\n\n> ${summary}`,
    `All pages as one text: ${baseUrl}/llms-full.txt`,
    "## Documentation",
    list((path) => !isReference(path)).join("\n"),
    "## API reference",
    list(isReference).join("\n"),
    "## For programs",
    [
      `- [OpenAPI of the public API](${baseUrl}/api/public/qr-codes/openapi.json): needs no key`,
      `- [OpenAPI of the API with a key](${baseUrl}/api/v1/openapi.json): stored codes, scans, analytics, webhooks`,
      `- [MCP](${baseUrl}${mcpPath}): Streamable HTTP; one tool without a key, all with one`,
      `- JavaScript client and the command quietzone: \`${javascript}\``,
      `- Python client: \`${python}\``,
    ].join("\n"),
  ];
  return answerText(`${lines.join("\n\n")}\n`, "plain");
}
