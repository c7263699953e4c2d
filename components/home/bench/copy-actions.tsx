"use client";

import { Copy, Link2, SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { Built } from "../../maker/draft/build-code";
import { copyBlob, copyText } from "../../maker/files/clipboard";
import { buttonClasses } from "../../ui/button";
import { say } from "../../ui/say";
import { LinkNote } from "./link-note";
import { shareCode, writeCurl } from "./public-interface";

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
      const picture = import("../../maker/files/make-file").then(({ makeFile }) => makeFile("png", code));
      await copyBlob("image/png", picture).then(
        () => say.done("The picture is copied."),
        () => say.fault("This browser doesn't let pages copy pictures. Download it instead."),
      );
    });
  const copyLink = () =>
    withSoundCode(async (code) => {
      const shared = await shareCode(code);
      if ("refusal" in shared) return void say.fault(shared.refusal);
      setLink({ address: shared.imageUrl, of: code });
      await copyText(shared.imageUrl).then(
        () => say.done("The link is copied. It works for 24 hours."),
        () =>
          say.fault(
            "The link is made, but this browser doesn't let pages copy. It stands below the buttons.",
          ),
      );
    });
  const copyCurl = () =>
    withSoundCode((code) =>
      copyText(writeCurl(origin, code)).then(
        () => void say.done("The command is copied."),
        () => void say.fault("This browser doesn't let pages copy. The command stands in the documentation."),
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
