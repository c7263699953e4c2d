import { pictureUrl } from "./picture-url";

interface ThumbedCode {
  id: string;
  name: string;
  updatedAt: string;
  shortUrl?: string | null;
  isSandbox?: boolean;
}

interface CodeThumbProps {
  code: ThumbedCode;
  /** Width in pixels; left out: as wide as its place. */
  size?: number;
  /** The name stands right beside it, so that readers need not hear it twice. */
  isSilent?: boolean;
  isOff?: boolean;
  isLazy?: boolean;
}

/** Enough for nearly every code at two pixels a point; one file for every use, 0.5 to 6 kB as a PNG. */
const thumbPixels = 512;

/** A stored code on its sheet, as the server draws it; its height is reserved before it arrives. */
export function CodeThumb({ code, size, isSilent = false, isOff = false, isLazy = false }: CodeThumbProps) {
  return (
    <span
      className={`block aspect-square shrink-0 shadow-paper ${isOff ? "bg-canvas" : "bg-paper"}`}
      style={size === undefined ? undefined : { width: size, height: size }}
    >
      <img
        src={pictureUrl(code, { size: thumbPixels, isThumb: true })}
        alt={isSilent ? "" : nameThumb(code)}
        width={thumbPixels}
        height={thumbPixels}
        decoding="async"
        loading={isLazy ? "lazy" : "eager"}
        draggable={false}
        className={`block size-full text-tiny break-all text-[transparent] ${isOff ? "opacity-35" : ""}`}
      />
    </span>
  );
}

export function nameThumb({ name, shortUrl }: Pick<ThumbedCode, "name" | "shortUrl">): string {
  const opens = shortUrl ? `, opens ${shortUrl.replace(/^https?:\/\//, "")}` : "";
  return `QR code for ${name}${opens}`;
}
