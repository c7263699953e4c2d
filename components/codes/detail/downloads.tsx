"use client";

import { Code, Copy, Download, Printer } from "lucide-react";
import { type ReactNode, startTransition, useState } from "react";
import { Button, buttonClasses } from "../../ui/button";
import { copyBlob, copyText } from "../../ui/copy-or-save";
import { loadLater } from "../../ui/load-later";
import { Select } from "../../ui/select";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";
import { pictureUrl } from "../code-thumb";
import { usePrintWidth } from "./preflight";

const icon = { size: 14, strokeWidth: 1.6, "aria-hidden": true };

const LabelsDialog = loadLater(() =>
  import("../../downloads/labels-dialog").then((loaded) => loaded.LabelsDialog),
);

interface DownloadsProps {
  code: { id: string; name: string; updatedAt: string; imageUrl: string | null };
  publishImage: DetailActions["publishImage"];
  /** The least pixels that this symbol can be drawn with. */
  leastPixels: number;
  hasLabels: boolean;
}

const pixelSizes = [256, 512, 1024, 2048, 4096];
const usualPixels = 1024;
const printWidths = [20, 30, 40, 50, 80, 100, 150, 200];

export function Downloads({ code, leastPixels, hasLabels, publishImage }: DownloadsProps) {
  const sizes = pixelSizes.filter((size) => size >= leastPixels);
  const [size, setSize] = useState(sizes.includes(usualPixels) ? usualPixels : (sizes[0] ?? usualPixels));
  const { widthMm, setText } = usePrintWidth();
  const widths = [...new Set([...printWidths, widthMm])].sort((one, other) => one - other);
  const pixels = size.toLocaleString("en-GB");
  return (
    <section aria-labelledby="download-heading">
      <h2 id="download-heading" className="mb-2 text-heading">
        Download
      </h2>
      <FileRow
        kind="PNG"
        href={pictureUrl(code, { format: "png", size, download: true })}
        name={`Download PNG, ${pixels} by ${pixels} pixels`}
        isPrimary
      >
        <Select
          aria-label="Size of the PNG"
          value={size}
          onChange={({ target }) => setSize(Number(target.value))}
          choices={sizes.map((choice) => ({ value: String(choice), name: `${choice} px` }))}
        />
      </FileRow>
      <FileRow
        kind="SVG"
        href={pictureUrl(code, { format: "svg", download: true })}
        name="Download SVG, vectors of any size"
      >
        <span className="text-small text-ink-3">Vectors, any size</span>
      </FileRow>
      <FileRow
        kind="PDF"
        href={pictureUrl(code, { format: "pdf", mm: widthMm, download: true })}
        name={`Download PDF, ${widthMm} mm wide`}
      >
        <Select
          aria-label="Width of the PDF"
          value={widthMm}
          onChange={({ target }) => setText(target.value)}
          choices={widths.map((choice) => ({ value: String(choice), name: `${choice} mm` }))}
        />
      </FileRow>
      {hasLabels && <LabelSheet id={code.id} />}
      <PublicImage code={code} publishImage={publishImage} />
      <CopyPictures code={code} pixels={size} />
    </section>
  );
}

interface FileRowProps {
  kind: string;
  href: string;
  name: string;
  isPrimary?: boolean;
  children: ReactNode;
}

function FileRow({ kind, href, name, isPrimary = false, children }: FileRowProps) {
  return (
    <div
      className={`flex min-h-13 items-center gap-3 border-t border-line py-2 ${isPrimary ? "foot-bar" : ""}`}
    >
      <span className="w-12 shrink-0" aria-hidden>
        {kind}
      </span>
      <div className="min-w-0 flex-1 [&>div]:max-w-30">{children}</div>
      <a
        href={href}
        download
        aria-label={name}
        className={buttonClasses({ kind: isPrimary ? "primary" : "secondary" })}
      >
        <Download size={16} strokeWidth={1.6} aria-hidden />
        Download
      </a>
    </div>
  );
}

function LabelSheet({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <div className="flex min-h-13 items-center gap-3 border-t border-line py-2">
      <span className="w-12 shrink-0" aria-hidden>
        Labels
      </span>
      <span className="min-w-0 flex-1 text-small text-ink-3">A sheet full of it</span>
      <Button onClick={open}>
        <Printer size={16} strokeWidth={1.6} aria-hidden />
        Label sheet
      </Button>
      {isAsked && <LabelsDialog ids={[id]} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}

function CopyPictures({ code, pixels }: { code: { id: string; updatedAt: string }; pixels: number }) {
  const copyPicture = () =>
    copyBlob("image/png", fetchBlob(pictureUrl(code, { format: "png", size: pixels }))).then(
      () => toast.done("Picture copied."),
      () => toast.fault("The picture wasn't copied. Download it instead."),
    );
  const copySource = () => {
    const source = fetchBlob(pictureUrl(code, { format: "svg" })).then(
      (blob) => new Blob([blob], { type: "text/plain" }),
    );
    return copyBlob("text/plain", source).then(
      () => toast.done("SVG copied."),
      () => toast.fault("The SVG wasn't copied. Download it instead."),
    );
  };
  return (
    <div className="border-t border-line pt-2">
      <div className="-ml-2.5 flex flex-wrap gap-x-1">
        <Button kind="ghost" shape="small" onClick={copyPicture}>
          <Copy {...icon} />
          Copy picture
        </Button>
        <Button kind="ghost" shape="small" onClick={copySource}>
          <Code {...icon} />
          Copy SVG
        </Button>
      </div>
    </div>
  );
}

async function fetchBlob(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The picture was refused with ${answer.status}.`);
  return answer.blob();
}

interface PublicImageProps {
  code: { id: string; name: string; imageUrl: string | null };
  publishImage: DetailActions["publishImage"];
}

/** Publishes a code's image at an address, or takes it back. */
function PublicImage({ code: { id, name, imageUrl }, publishImage }: PublicImageProps) {
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
