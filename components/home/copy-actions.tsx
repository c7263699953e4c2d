"use client";

import { Copy, Link2, SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { Built } from "../qr-builder/draft/build-code";
import { buttonClasses } from "../ui/button";
import { copyBlob, copyText } from "../ui/copy-or-save";
import { formatCount } from "../ui/counts";
import { toast } from "../ui/toast";

const path = "/api/public/qr-codes";

/** One argument of a command line has at most 128 KiB on Linux; a longer body goes in through a here-document. */
const longestArgument = 100_000;

interface CopyActionsProps {
  built: Built;
  isOff: boolean;
  origin: string;
  withSoundCode: (act: (code: Built) => Promise<void>) => Promise<void>;
}

const actionClasses = buttonClasses({ kind: "ghost", shape: "small", className: "px-1.5 max-md:text-body" });
const icon = { size: 14, strokeWidth: 1.6, className: "md:max-lg:hidden", "aria-hidden": true };

/** Picture, link and command for the clipboard. Only the link asks our server for anything. */
export function CopyActions({ built, isOff, origin, withSoundCode }: CopyActionsProps) {
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
          <Copy {...icon} />
          Copy image
        </button>
        <button type="button" className={actionClasses} aria-disabled={isOff || undefined} onClick={copyLink}>
          <Link2 {...icon} />
          Copy link
        </button>
        <button type="button" className={actionClasses} aria-disabled={isOff || undefined} onClick={copyCurl}>
          <SquareTerminal {...icon} />
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
  const start = `curl -s ${origin}${path} \\\n  -H 'content-type: application/json' \\\n`;
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
    const answer = await fetch(path, {
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
