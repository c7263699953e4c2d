"use client";

import { Code, Copy } from "lucide-react";
import { startTransition } from "react";
import { Button } from "../../ui/button";
import { copyText } from "../../ui/copy-or-save";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";

const icon = { size: 14, strokeWidth: 1.6, "aria-hidden": true };

interface PublicImageProps {
  code: { id: string; name: string; imageUrl: string | null };
  publishImage: DetailActions["publishImage"];
}

/** Publishes a code's image at an address, or takes it back. */
export function PublicImage({ code: { id, name, imageUrl }, publishImage }: PublicImageProps) {
  const isPublic = imageUrl !== null;
  const change = () =>
    startTransition(async () => {
      if ((await ask(() => publishImage(id, !isPublic))) === null) return;
      toast.done(isPublic ? "Image unpublished." : "Image published.");
    });
  return (
    <div className="border-t border-line py-2">
      <div className="flex min-h-9 items-center gap-3">
        <span className="w-12 shrink-0" aria-hidden>
          Web
        </span>
        <span className="min-w-0 flex-1 text-small text-ink-3">
          {isPublic ? "Anyone with the address can see it" : "Public image, for web pages"}
        </span>
        <Button onClick={change}>{isPublic ? "Unpublish image" : "Publish image"}</Button>
      </div>
      {isPublic && (
        <>
          <p className="mt-2 font-mono text-mono [overflow-wrap:anywhere]">{imageUrl}</p>
          <div className="mt-1 -ml-2.5 flex flex-wrap gap-x-1">
            <Button kind="ghost" shape="small" onClick={() => copy("Address", imageUrl)}>
              <Copy {...icon} />
              Copy address
            </Button>
            <Button kind="ghost" shape="small" onClick={() => copy("HTML", writeTag(imageUrl, name))}>
              <Code {...icon} />
              Copy HTML
            </Button>
          </div>
          <p className="mt-1 text-small text-ink-3">
            Shows the current image. Caches may keep an older one for up to five minutes.
          </p>
        </>
      )}
    </div>
  );
}

const copy = (what: string, text: string) =>
  copyText(text).then(
    () => toast.done(`${what} copied.`),
    () => toast.fault(`Your browser blocked copying. Select the text instead: ${text}`),
  );

const entities: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function writeTag(imageUrl: string, name: string): string {
  const alt = name.replace(/[&"<>]/g, (character) => entities[character] ?? "");
  return `<img src="${imageUrl}" alt="QR code: ${alt}">`;
}
