/** A document of `drawSvg`, or where the picture is. */
type Picture = { svg: string; src?: never } | { src: string; svg?: never };

type QrSheetProps = Picture & {
  name: string;
  /** The code is not what is entered now, or leads nowhere now. */
  faded?: boolean;
};

/**
 * A white square with a code and its true margin, in both themes; nothing else ever enters it. The SVG is shown as an
 * image: nothing in it can run, whatever the visitor typed.
 */
export function QrSheet({ svg, src, name, faded = false }: QrSheetProps) {
  return (
    <div className="aspect-square w-full bg-paper shadow-paper">
      <img
        src={src ?? `data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={name}
        width={1024}
        height={1024}
        decoding="sync"
        draggable={false}
        className={faded ? "size-full opacity-35" : "size-full"}
      />
    </div>
  );
}
