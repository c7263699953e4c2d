import type { ExportKind, ExportProgress } from "@/lib/exports/schema";
import type { Refusal } from "../../ui/form/answer";

const folder = "/settings/export";
const signedOut: Refusal = { sentence: "You are signed out. Reload the page to sign in again." };
const lost: Refusal = { sentence: "The service can't be reached. Nothing was downloaded." };

export function addressOf(kind: ExportKind): string {
  return `${folder}/file?include=${kind}`;
}

/** Why a download would not begin now; null: it would. Whoever followed a link to it would leave the page for a fault. */
export async function findRefusal(kind: ExportKind): Promise<Refusal | null> {
  const answer = await fetch(addressOf(kind), { method: "HEAD" }).catch(() => null);
  if (answer === null) return lost;
  if (answer.redirected) return signedOut;
  if (answer.ok) return null;
  const seconds = Number(answer.headers.get("retry-after"));
  const wait = seconds > 0 ? { againInSeconds: seconds } : {};
  if (answer.status === 429) {
    return { sentence: "An export of this account is under way. The next can follow when it is there." };
  }
  if (answer.status === 503) return { sentence: "Others are exporting at this moment.", ...wait };
  return { sentence: "That didn't work on our side. Nothing was downloaded." };
}

/** How far the account's export is; null where none is known, or the service can't say. */
export async function findProgress(): Promise<ExportProgress | null> {
  const answer = await fetch(`${folder}/progress`).catch(() => null);
  if (answer?.ok !== true || answer.redirected) return null;
  const { progress } = (await answer.json()) as { progress: ExportProgress | null };
  return progress;
}
