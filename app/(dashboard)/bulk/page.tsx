import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pickExtras } from "@/components/bulk/extras";
import { ImportFlow } from "@/components/bulk/import-flow";
import { NoBulk, RecentImports } from "@/components/bulk/import-page";
import type { ImportActions, ImportStart } from "@/components/bulk/row";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession } from "@/lib/auth";
import { listUsableHosts } from "@/lib/domains";
import { listImports } from "@/lib/imports";
import { hasBulk } from "@/lib/plans";
import { listPresets } from "@/lib/presets";
import { readZone, type SearchParams } from "../../request";
import { beginImport, checkImportRows } from "./actions";
import { findImport } from "./load-import";

export const metadata: Metadata = { title: "Import codes" };

const actions: ImportActions = { check: checkImportRows, create: beginImport };

/** Many codes from a file. With `fix` it begins with the faulty rows of an earlier import. */
export default async function BulkPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  if (!hasBulk(session.plan)) return <NoBulk plan={session.plan} />;
  const caller = callerOf(session);
  const { fix } = await searchParams;
  const [usage, presets, imports, hosts, zone, start] = await Promise.all([
    describeUsage(caller),
    listPresets(caller),
    listImports(caller),
    listUsableHosts(caller),
    readZone(),
    typeof fix === "string" ? readStart(fix) : null,
  ]);
  return (
    <ImportFlow
      key={typeof fix === "string" ? fix : ""}
      actions={actions}
      presets={presets.map(({ id, name }) => ({ id, name }))}
      room={usage.codes}
      hasOwnDefault={hosts.some(({ isDefault }) => isDefault)}
      start={start}
    >
      <RecentImports imports={imports} zone={zone} />
    </ImportFlow>
  );
}

/** Null for another user's import and for one without faulty rows. */
async function readStart(id: string): Promise<ImportStart> {
  const found = await findImport(id);
  if (found === null || found.faults.length === 0) notFound();
  const rows = found.faults.map(({ row, name, type, content, kind, ...cells }) => ({
    ...{ id: row, name, type, content, kind },
    ...pickExtras(cells),
  }));
  return { name: found.name, rows };
}
