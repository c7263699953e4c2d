import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CodeEditor } from "@/components/editor/code-editor";
import { openCode } from "@/components/editor/editor-state";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { readRouteFigures } from "@/lib/analytics";
import { callerOf, requireSession } from "@/lib/auth";
import { findCode } from "@/lib/codes";
import { nameHost } from "@/lib/domains";
import { hasDashboard } from "@/lib/plans";
import { readEditorProps } from "../../editor-props";

export const metadata: Metadata = { title: "Edit code" };

export default async function EditCodePage({ params }: { params: Promise<{ id: string }> }) {
  const session = await requireSession();
  if (!hasDashboard(session.plan)) return <NoDashboard plan={session.plan} />;
  const caller = callerOf(session);
  const { id } = await params;
  const [stored, props] = await Promise.all([findCode(caller, id), readEditorProps(caller)]);
  if (stored === null) notFound();
  // Without them the rules are edited all the same.
  const figures = stored.settings.routes && (await readRouteFigures(caller, id).catch(() => undefined));
  const { name, type, content, isDynamic, shortUrl, slug, domain, aliases, settings } = stored;
  const code = {
    ...{ id: stored.id, name, type, content, isDynamic, shortUrl, slug, domain, aliases, settings },
    ...(domain !== null && { domainName: nameHost(domain) }),
  };
  return <CodeEditor start={openCode(code)} code={code} figures={figures} {...props} />;
}
