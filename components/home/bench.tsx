"use client";

import { Copy, Download, Link2, LoaderCircle, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { needsProof } from "@/lib/qr";
import type { Scannability, Settings } from "@/lib/qr/schema";
import { CropMarks, QrSheet } from "../codes/qr-sheet";
import { Ruler } from "../codes/ruler";
import { Score, verdictLabels } from "../codes/score";
import type { Built } from "../qr-builder/draft/build-code";
import { type Grade, judge, listWarnings, nameFix } from "../qr-builder/grade/grade";
import type { Graded } from "../qr-builder/grade/use-grade";
import type { FileKind } from "../qr-builder/make-file";
import { Button, buttonClasses } from "../ui/button";
import { copyBlob, copyText, saveFile } from "../ui/copy-or-save";
import { formatCount } from "../ui/counts";
import { toast } from "../ui/toast";

interface BenchProps {
  built: Built;
  isBehind: boolean;
  graded: Graded;
  origin: string;
  applyFix: (fix: Settings) => void;
  showFaults: () => void;
}

export function Bench({ built, isBehind, graded, origin, applyFix, showFaults }: BenchProps) {
  const { grade, isStale, failure } = graded;
  const isRefused = grade !== null && !isStale && !grade.isProven;
  const scannability = grade && judge(grade, built);
  return (
    <div className="mx-auto max-w-full md:w-(--sheet)">
      <div className="mx-auto mb-7 w-(--sheet) max-w-full">
        <div className={isBehind ? "opacity-35" : ""} aria-hidden>
          <Ruler matrix={built.matrix} style={built.style} />
        </div>
        <div className="mt-[27px]">
          <CropMarks>
            <QrSheet svg={built.svg} name={describeCode(built)} faded={isBehind} />
          </CropMarks>
        </div>
      </div>
      <Score grade={scannability} isStale={isStale || isBehind}>
        <Advice
          built={built}
          isBehind={isBehind}
          grade={isStale ? null : grade}
          scannability={isStale ? null : scannability}
          failure={failure}
          applyFix={applyFix}
        />
      </Score>
      <Announcement words={isStale || isBehind || !scannability ? "" : announce(scannability)} />
      <Files
        built={built}
        isBehind={isBehind}
        isRefused={isRefused}
        origin={origin}
        prove={graded.prove}
        showFaults={showFaults}
      />
    </div>
  );
}

function describeCode({ name, type, payload }: Built): string {
  return type === "url" ? `QR code that opens ${payload}` : `QR code for ${name}`;
}

function announce({ score, verdict }: Scannability): string {
  return `Scannability ${score} of 100, ${verdictLabels[verdict].words}`;
}

function Announcement({ words }: { words: string }) {
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}

interface AdviceProps {
  built: Built;
  isBehind: boolean;
  /** Null while none is there for this very code. */
  grade: Grade | null;
  /** `grade` as shown. */
  scannability: Scannability | null;
  failure: string | null;
  applyFix: (fix: Settings) => void;
}

function Advice({ built, isBehind, grade, scannability, failure, applyFix }: AdviceProps) {
  const fix = scannability?.weakest.fix as Settings | undefined;
  const warnings = isBehind ? [] : listWarnings(built, grade, fix);
  return (
    <div className="mt-2 min-h-9 text-small text-ink-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="min-w-0 flex-1 basis-56">{formatState({ isBehind, scannability, failure })}</p>
        {fix !== undefined && !isBehind && (
          <Button shape="small" onClick={() => applyFix(fix)}>
            {nameFix(fix)}
          </Button>
        )}
      </div>
      {warnings.map(({ code, field, message }) => (
        <p key={code + field} className="mt-1">
          {message}
        </p>
      ))}
    </div>
  );
}

function formatState({
  isBehind,
  scannability,
  failure,
}: Omit<AdviceProps, "built" | "grade" | "applyFix">): string {
  if (isBehind) return "This preview is out of date. Complete the form to update it.";
  if (scannability) return scannability.weakest.advice;
  if (failure !== null) return `It can't be graded here: ${failure}`;
  return "";
}

interface FilesProps {
  built: Built;
  isBehind: boolean;
  isRefused: boolean;
  origin: string;
  /** Whether the finished pixels give their content back. */
  prove: (built: Built) => Promise<boolean>;
  showFaults: () => void;
}

/** The code as files and copies. What can't be read back is not handed out, and what is incomplete says what it lacks. */
function Files({ built, isBehind, isRefused, origin, prove, showFaults }: FilesProps) {
  const [busy, setBusy] = useState<readonly FileKind[]>([]);
  const isOff = isRefused && !isBehind;
  /** Runs only with a code that is whole and, where it has a look of its own, proven. */
  const withSoundCode = async (act: (code: Built) => Promise<void>) => {
    if (isBehind) return showFaults();
    if (isOff) return;
    try {
      if (!needsProof(built.style) || (await prove(built))) await act(built);
    } catch {
      toast.fault("That didn't work in this browser. Try PNG, or reload the page.");
    }
  };
  const download = async (kind: FileKind) => {
    if (busy.includes(kind)) return;
    setBusy((now) => [...now, kind]);
    await withSoundCode(async (code) => {
      const { makeFile, nameFile } = await import("../qr-builder/make-file");
      saveFile(await makeFile(kind, code), nameFile(code.name, kind));
    });
    setBusy((now) => now.filter((other) => other !== kind));
  };
  const { size, frame } = built.style;
  const pixels = (size + (frame.style === "square" ? 0 : 2 * frame.size)).toLocaleString("en-GB");
  const button = (kind: FileKind, label: string) => ({
    "aria-label": label,
    "aria-disabled": isOff || busy.includes(kind) || undefined,
    "aria-describedby": isOff ? "files-off" : undefined,
    onClick: () => download(kind),
  });
  return (
    <>
      <div className="mt-4 flex gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:mt-0 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-2.5 max-md:pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        <Button
          kind="primary"
          shape="large"
          className="min-w-0 flex-1"
          {...button("png", `Download PNG, ${pixels} by ${pixels} pixels`)}
        >
          {busy.includes("png") ? <Spinner /> : <Download size={16} strokeWidth={1.6} aria-hidden />}
          <span>
            <span className="md:max-lg:hidden">{busy.includes("png") ? "Drawing " : "Download "}</span>PNG
          </span>
        </Button>
        <Button shape="large" {...button("svg", "Download SVG, any size")}>
          SVG
        </Button>
        <Button shape="large" {...button("pdf", "Download PDF, 50 mm wide")}>
          {busy.includes("pdf") ? <Spinner /> : "PDF"}
        </Button>
      </div>
      {isOff && (
        <p id="files-off" className="mt-2 text-small text-stop">
          Codes that don't scan can't be downloaded. Fix it above, or change the style.
        </p>
      )}
      <CopyActions built={built} isOff={isOff} origin={origin} withSoundCode={withSoundCode} />
    </>
  );
}

function Spinner() {
  return (
    <LoaderCircle
      size={16}
      strokeWidth={1.6}
      className="animate-spin motion-reduce:animate-none"
      aria-hidden
    />
  );
}

const publicCodesPath = "/api/public/qr-codes";

/** One argument of a command line has at most 128 KiB on Linux; a longer body goes in through a here-document. */
const longestArgument = 100_000;

interface CopyActionsProps {
  built: Built;
  isOff: boolean;
  origin: string;
  withSoundCode: (act: (code: Built) => Promise<void>) => Promise<void>;
}

const actionClasses = buttonClasses({ kind: "ghost", shape: "small", className: "px-1.5 max-md:text-body" });
const copyIcon = { size: 14, strokeWidth: 1.6, className: "md:max-lg:hidden", "aria-hidden": true };

/** Picture, link and command for the clipboard. Only the link asks our server for anything. */
function CopyActions({ built, isOff, origin, withSoundCode }: CopyActionsProps) {
  const [link, setLink] = useState<{ address: string; of: Built } | null>(null);
  const copyImage = () =>
    withSoundCode(async (code) => {
      const picture = import("../qr-builder/make-file").then(({ makeFile }) => makeFile("png", code));
      await copyBlob("image/png", picture).then(
        () => toast.done("Picture copied."),
        () => toast.fault("This browser doesn't let pages copy pictures. Download it instead."),
      );
    });
  const copyLink = () =>
    withSoundCode(async (code) => {
      const shared = await shareCode(code);
      if ("refusal" in shared) return void toast.fault(shared.refusal);
      setLink({ address: shared.imageUrl, of: code });
      await copyText(shared.imageUrl).then(
        () => toast.done("Link copied. It works for 24 hours."),
        () => toast.fault("This browser doesn't let pages copy. The link is below the buttons."),
      );
    });
  const copyCurl = () =>
    withSoundCode((code) =>
      copyText(writeCurl(origin, code)).then(
        () => void toast.done("Command copied."),
        () => void toast.fault("This browser doesn't let pages copy. The command is in the documentation."),
      ),
    );
  return (
    <>
      <div className="-mx-1.5 mt-2 flex flex-wrap justify-between gap-1 max-md:mt-3">
        <button
          type="button"
          className={actionClasses}
          aria-disabled={isOff || undefined}
          onClick={copyImage}
        >
          <Copy {...copyIcon} />
          Copy image
        </button>
        <button type="button" className={actionClasses} aria-disabled={isOff || undefined} onClick={copyLink}>
          <Link2 {...copyIcon} />
          Copy link
        </button>
        <button type="button" className={actionClasses} aria-disabled={isOff || undefined} onClick={copyCurl}>
          <SquareTerminal {...copyIcon} />
          Copy curl
        </button>
      </div>
      {link !== null && link.of === built && <LinkNote address={link.address} />}
    </>
  );
}

function LinkNote({ address }: { address: string }) {
  return (
    <div className="mt-3 border-t border-line pt-3 text-small text-ink-2">
      <a
        href={address}
        className="link font-mono text-mono [overflow-wrap:anywhere]"
        target="_blank"
        rel="noreferrer"
      >
        {address}
      </a>
      <p className="mt-1">Works for 24 hours. Anyone with the link sees the picture and its content.</p>
    </div>
  );
}

function writeCurl(origin: string, built: Built): string {
  const body = writeBody(built);
  const start = `curl -s ${origin}${publicCodesPath} \\\n  -H 'content-type: application/json' \\\n`;
  // JSON has no raw line break, so no line of the body can be the closing word.
  if (body.length > longestArgument)
    return `${start}  --data-binary @- <<'END_OF_CODE'\n${body}\nEND_OF_CODE`;
  return `${start}  -d '${body.replaceAll("'", `'\\''`)}'`;
}

const writeBody = ({ type, content, settings }: Built): string => JSON.stringify({ type, content, settings });

type Shared = { imageUrl: string } | { refusal: string };

/** Asks our public interface for a link that lives for 24 hours; a refusal comes back in words. */
async function shareCode(built: Built): Promise<Shared> {
  try {
    const answer = await fetch(publicCodesPath, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: writeBody(built),
    });
    if (answer.status === 429) return { refusal: formatLimit(answer.headers) };
    const body = (await answer.json()) as { imageUrl?: string; error?: string; requestId?: string };
    if (answer.ok && body.imageUrl) return { imageUrl: body.imageUrl };
    if (answer.status < 500 && body.error) return { refusal: `${body.error}.` };
    return {
      refusal: `Something went wrong on our side. Nothing was changed. Request ${body.requestId ?? "unknown"}.`,
    };
  } catch {
    return { refusal: "No link was created: the connection dropped." };
  }
}

function formatLimit(headers: Headers): string {
  const limit = Number(headers.get("x-ratelimit-limit") ?? 100);
  const seconds = Number(headers.get("retry-after") ?? 3_600);
  const again = new Date(Date.now() + seconds * 1_000);
  const time = again.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${formatCount(limit)} pictures per hour are used. Try again at ${time}. Downloads here still work.`;
}
