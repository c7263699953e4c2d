import { answerText, listMarkdown } from "../(site)/docs/markdown/pages";

export const dynamic = "force-dynamic";

/** The whole documentation as one text. */
export async function GET() {
  const pages = await listMarkdown();
  return answerText(pages.map(({ text }) => text).join("\n---\n\n"), "plain");
}
