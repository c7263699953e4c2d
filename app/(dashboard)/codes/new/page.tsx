import type { Metadata } from "next";
import { CodeEditor } from "@/components/editor/code-editor";
import { startNew } from "@/components/editor/editor-state";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { callerOf, requireSession } from "@/lib/auth";
import { contentTypes } from "@/lib/content/schema";
import { hasDashboard } from "@/lib/plans";
import type { SearchParams } from "../../../request";
import { readEditorProps } from "../editor-props";

export const metadata: Metadata = { title: "New code" };

export default async function NewCodePage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  if (!hasDashboard(session.plan)) return <NoDashboard plan={session.plan} />;
  const [{ type }, props] = await Promise.all([searchParams, readEditorProps(callerOf(session))]);
  const chosen = contentTypes.find((known) => known === type) ?? "url";
  // A link of the dashboard that asks for another type starts with an empty form.
  return (
    <CodeEditor
      key={chosen}
      start={startNew(chosen, props.hosts.find(({ isDefault }) => isDefault)?.host)}
      code={null}
      {...props}
    />
  );
}
