import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NoBulk } from "@/components/bulk/import-page";
import { ImportMade } from "@/components/bulk/import-result";
import { ImportRunning } from "@/components/bulk/result-actions";
import { StepMarks } from "@/components/bulk/step-marks";
import { PageHeader } from "@/components/shell/page-header";
import { ButtonLink } from "@/components/ui/links";
import { requireSession } from "@/lib/auth";
import { hasBulk, hasDashboard } from "@/lib/plans";
import { readZone } from "../../../request";
import { moveImportOn, restoreImportedCodes, undoImport } from "../actions";
import { findImport } from "../load-import";

const actions = { undo: undoImport, restore: restoreImportedCodes };

interface ImportPageProps {
  params: Promise<{ import: string }>;
}

export async function generateMetadata({ params }: ImportPageProps): Promise<Metadata> {
  const found = await findImport((await params).import);
  return { title: found?.name ?? "Import" };
}

export default async function ImportPage({ params }: ImportPageProps) {
  const session = await requireSession();
  if (!hasDashboard(session.plan)) return <NoBulk plan={session.plan} />;
  const [found, zone] = await Promise.all([findImport((await params).import), readZone()]);
  if (found === null) notFound();
  const { id, total, done, made, isFinished } = found;
  return (
    <>
      <PageHeader
        title={found.name}
        trail={{ href: "/bulk", name: "Bulk" }}
        filters={<StepMarks step="Create" isDone={isFinished} />}
        actions={
          isFinished &&
          hasBulk(session.plan) && (
            <ButtonLink href="/bulk" kind="ghost">
              New import
            </ButtonLink>
          )
        }
      />
      {isFinished ? (
        <ImportMade shown={found} zone={zone} actions={actions} hasBulk={hasBulk(session.plan)} />
      ) : (
        <ImportRunning key={id} start={{ id, total, done, made, isFinished }} moveOn={moveImportOn} />
      )}
    </>
  );
}
