"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { Usage } from "@/lib/accounts/schema";
import type { ExportKind, ExportProgress } from "@/lib/exports/schema";
import { CodeField } from "../auth/fields";
import { saveFile } from "../codes/code-thumb";
import { count } from "../plans/entitlement-rows";
import { Button, buttonClasses, SubmitButton } from "../ui/button";
import { ChoiceCard } from "../ui/checkbox";
import { countOf } from "../ui/counts";
import { Dialog, DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { FormAction, Refusal } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { PasswordField } from "../ui/password-field";

const folder = "/settings/export";
const signedOut: Refusal = { sentence: "You are signed out. Reload the page to sign in again." };
const lost: Refusal = { sentence: "The service can't be reached. Nothing was downloaded." };
const everyMs = 1_000;

/** So many looks that find nothing new, and it is not followed any more: the browser has not begun it. */
const mostEmptyLooks = 10;

const sentences: Record<ExportProgress["state"], string> = {
  under_way: "Your browser is downloading it. You can close this.",
  done: "Exported. See your browser's downloads.",
  stopped: "The download was interrupted. Start it again.",
};

const choices: { kind: ExportKind; title: string; meaning: string }[] = [
  {
    kind: "everything",
    title: "Everything",
    meaning: "Codes with their pictures and styles, scans, keys, webhooks, the log, and the redirect map.",
  },
  {
    kind: "without-scans",
    title: "Everything except single scans",
    meaning: "The same but much smaller: scans as daily counts.",
  },
  {
    kind: "redirect-map",
    title: "Redirect map only",
    meaning: "The target of each printed code, as a table and for nginx, so codes can outlive this service.",
  },
];

/** Takes along what the account holds: chosen in a dialog, saved by the browser, and told how far it is. */
export function ExportAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClasses({ kind: "secondary" })} onClick={() => setOpen(true)}>
        Export
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Export this account's data"
        lead="One ZIP of CSV, JSON and pictures, with a README. It has no passwords, secrets or key values."
      >
        <ExportForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ExportForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<ExportKind>("everything");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isStarted = useRef(false);
  const { progress, follow } = useProgress();
  const isUnderWay = progress?.state === "under_way";

  const begin = async () => {
    if (isStarted.current || isUnderWay) return;
    isStarted.current = true;
    setAsking(true);
    const refused = await findRefusal(kind);
    setRefusal(refused);
    if (refused === null) {
      saveFile(addressOf(kind));
      follow();
    }
    setAsking(false);
    isStarted.current = false;
  };
  return (
    <form
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">What to export</legend>
        {choices.map(({ kind: value, title, meaning }) => (
          <ChoiceCard
            key={value}
            name="include"
            value={value}
            title={title}
            isChosen={kind === value}
            onChoose={() => setKind(value)}
          >
            {meaning}
          </ChoiceCard>
        ))}
      </fieldset>
      <RefusalNote refusal={refusal} />
      <ExportReading progress={progress} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <SubmitButton
          isBusy={isAsking || isUnderWay}
          busyWord={isUnderWay ? "Exporting" : "Preparing"}
          label="Download ZIP"
        />
      </DialogActions>
    </form>
  );
}

/** What has been handed to the browser; its place is held from the beginning, so that nothing below jumps. */
function ExportReading({ progress }: { progress: ExportProgress | null }) {
  return (
    <div className="min-h-9 text-small text-ink-2 tabular-nums">
      {/* Told when it begins and when it ends; the numbers between are for the eye. */}
      <p role="status">{progress === null ? "" : sentences[progress.state]}</p>
      <p className="text-ink-3">
        {progress === null
          ? "With many codes and scans this takes minutes. You can close this."
          : `${countOf(progress.files, "file")}, ${formatBytes(progress.bytes)}`}
      </p>
    </div>
  );
}

/** `812 kB`, `3.1 MB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  const [size, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, "MB"] : [bytes / 1_000_000_000, "GB"];
  return `${size.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${unit}`;
}

function useProgress() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  /** Rises with each export that is begun here. */
  const [turn, setTurn] = useState(0);
  /** The one whose end is no news. */
  const over = useRef<string | null>(null);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    let emptyLooks = 0;
    // Where nothing was begun here, one that had ended before the first look is no news.
    let isFollowing = turn > 0;
    const look = async () => {
      const found = await findProgress();
      if (isGone) return;
      const isNews = found !== null && found.startedAt !== over.current;
      const isOver = found !== null && found.state !== "under_way";
      if (isOver) over.current = found.startedAt;
      isFollowing ||= isNews && !isOver;
      if (isNews && isFollowing) setProgress(found);
      emptyLooks = isNews ? 0 : emptyLooks + 1;
      const isLost = emptyLooks > (turn === 0 ? 0 : mostEmptyLooks);
      if (isLost) setProgress((now) => (now?.state === "under_way" ? null : now));
      else if (!isOver || !isNews) timer = setTimeout(look, everyMs);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [turn]);
  return {
    progress,
    follow() {
      setProgress({ state: "under_way", startedAt: "", files: 0, bytes: 0 });
      setTurn((before) => before + 1);
    },
  };
}

const addressOf = (kind: ExportKind): string => `${folder}/file?include=${kind}`;

/** Why a download would not start now; null if it would. Asked first, since a link to it would leave the page for an error. */
async function findRefusal(kind: ExportKind): Promise<Refusal | null> {
  const answer = await fetch(addressOf(kind), { method: "HEAD" }).catch(() => null);
  if (answer === null) return lost;
  if (answer.redirected) return signedOut;
  if (answer.ok) return null;
  const seconds = Number(answer.headers.get("retry-after"));
  const wait = seconds > 0 ? { againInSeconds: seconds } : {};
  if (answer.status === 429) {
    return { sentence: "An export of this account is running. Start the next when it's done." };
  }
  if (answer.status === 503) return { sentence: "Others are exporting right now.", ...wait };
  return { sentence: "Something went wrong on our side. Nothing was downloaded." };
}

/** How far the account's export is; null where none is known, or the service can't say. */
async function findProgress(): Promise<ExportProgress | null> {
  const answer = await fetch(`${folder}/progress`).catch(() => null);
  if (answer?.ok !== true || answer.redirected) return null;
  const { progress } = (await answer.json()) as { progress: ExportProgress | null };
  return progress;
}

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  usage: Usage;
  deleteAccount: FormAction<null>;
}

export function DeleteAccount(props: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" className={buttonClasses({ kind: "danger" })} onClick={() => setOpen(true)}>
        Delete account
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete this account?"
        firstFocus={safe}
        lead={
          <ul className="grid gap-2">
            {listLosses(props.usage).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        }
      >
        <DeletionForm {...props} onClose={() => setOpen(false)} safe={safe} />
      </Dialog>
    </>
  );
}

const loadDeletionCheck = () => import("./validation").then(({ checkDeletion }) => checkDeletion);

interface DeletionFormProps extends Omit<DeleteAccountProps, "usage"> {
  onClose: () => void;
  safe: RefObject<HTMLButtonElement | null>;
}

function DeletionForm({ email, hasPassword, hasTwoFactor, deleteAccount, onClose, safe }: DeletionFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "delete-account",
    send: deleteAccount,
    loadCheck: loadDeletionCheck,
    onDone: () => window.location.assign("/goodbye"),
  });
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      <TextField
        {...field("email")}
        label={`Write ${email} to confirm`}
        type="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {hasPassword && (
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      )}
      {(hasTwoFactor || refusal?.fields?.code !== undefined) && <CodeField {...field("code")} />}
      <DialogActions>
        <Button ref={safe} onClick={onClose}>
          Keep it
        </Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Deleting" label="Delete for good" />
      </DialogActions>
    </form>
  );
}

function listLosses({ codes, dynamicCodes, keys, webhooks, scans }: Usage): string[] {
  const fixed = codes.used - dynamicCodes.used;
  const month = scans.used + scans.capped;
  return [
    codes.used === 0
      ? "It has no codes."
      : `${countOf(codes.used, "code")} and every scan of ${codes.used === 1 ? "it" : "them"} are deleted immediately.`,
    ...(dynamicCodes.used > 0
      ? [
          `${countOf(dynamicCodes.used, "dynamic code")}: every printed copy will open a page that says the code is gone.${
            month === 0
              ? ""
              : ` The account's codes were scanned ${month === 1 ? "once" : `${count(month)} times`} this month.`
          }`,
        ]
      : []),
    ...(fixed > 0
      ? [`${countOf(fixed, "static code")}: printed copies keep working, since they hold their content.`]
      : []),
    ...(webhooks.used > 0
      ? [
          `${countOf(webhooks.used, "webhook")}: no more events are sent to ${webhooks.used === 1 ? "it" : "them"}.`,
        ]
      : []),
    keys.used === 0
      ? "This can't be undone."
      : `${countOf(keys.used, "key")}: refused immediately. This can't be undone.`,
  ];
}
