import { env } from "@/lib/platform/env";
import { answerText, findMarkdown } from "../pages";

/** `/docs.md` and `/docs/<page>.md`, which next.config.ts leads here. */
export async function GET(_: Request, { params }: { params: Promise<{ page?: string[] }> }) {
  const { page = [] } = await params;
  const markdown = await findMarkdown(["/docs", ...page].join("/"));
  if (markdown !== null) return answerText(markdown.text, "markdown");
  return new Response(`There is no such page. All pages: ${env.baseUrl}/llms.txt\n`, {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
