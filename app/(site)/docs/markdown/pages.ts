import type { ReactNode } from "react";
import { docsPages } from "@/components/docs/docs-page";
import { writeMarkdown } from "@/components/docs/markdown";
import { env } from "@/lib/platform/env";
import ResourcePage from "../api/[resource]/page";
import { readInterfaces } from "../api/interfaces";
import ApiReferencePage from "../api/page";
import ErrorsPage from "../errors/page";
import GoalsPage from "../goals/page";
import McpDocsPage from "../mcp/page";
import QuickStartPage from "../page";
import SmartTargetsPage from "../smart-targets/page";
import WebhooksPage from "../webhooks/page";
import WithAKeyPage from "../with-a-key/page";

type Page = () => ReactNode | Promise<ReactNode>;

const guides: Record<(typeof docsPages)[number]["href"], Page> = {
  "/docs": QuickStartPage,
  "/docs/with-a-key": WithAKeyPage,
  "/docs/webhooks": WebhooksPage,
  "/docs/smart-targets": SmartTargetsPage,
  "/docs/goals": GoalsPage,
  "/docs/mcp": McpDocsPage,
  "/docs/api": ApiReferencePage,
  "/docs/errors": ErrorsPage,
};

/** Addresses of the guides and the index of the reference, then those of the reference's pages. */
export function listDocs(): { guides: string[]; reference: string[] } {
  const resources = readInterfaces().flatMap((one) => one.resources);
  return { guides: docsPages.map(({ href }) => href), reference: resources.map(({ href }) => href) };
}

type MarkdownPage = Awaited<ReturnType<typeof writeMarkdown>>;

const written = new Map<string, Promise<MarkdownPage>>();

/** A page as Markdown, written once in the process; null where there is no such page. */
export async function findMarkdown(path: string): Promise<MarkdownPage | null> {
  const known = written.get(path);
  if (known !== undefined) return known;
  const page = findPage(path);
  if (page === undefined) return null;
  const writing = Promise.resolve(page()).then((node) => writeMarkdown(node, env.baseUrl));
  written.set(path, writing);
  return writing;
}

function findPage(path: string): Page | undefined {
  if (Object.hasOwn(guides, path)) return guides[path as keyof typeof guides];
  const resource = listDocs()
    .reference.find((href) => href === path)
    ?.slice("/docs/api/".length);
  return resource === undefined ? undefined : () => ResourcePage({ params: Promise.resolve({ resource }) });
}

/** Every page in the order of the documentation. */
export async function listMarkdown(): Promise<(MarkdownPage & { path: string })[]> {
  const { guides: first, reference } = listDocs();
  const found = await Promise.all(
    [...first, ...reference].map(async (path) => ({ path, page: await findMarkdown(path) })),
  );
  return found.flatMap(({ path, page }) => (page === null ? [] : [{ path, ...page }]));
}

/** An answer that caches may keep for five minutes, as they may the OpenAPI documents. */
export function answerText(text: string, type: "markdown" | "plain"): Response {
  return new Response(text, {
    headers: { "Content-Type": `text/${type}; charset=utf-8`, "Cache-Control": "public, max-age=300" },
  });
}
