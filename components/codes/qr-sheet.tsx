/**
 * A white square with a code and its true margin, in both themes; nothing else ever enters it. The SVG is shown as an
 * image: nothing in it can run, whatever the visitor typed.
 *
 * @param svg a document of `drawSvg`.
 * @param faded the code is not what is entered now.
 */
export function QrSheet({ svg, name, faded = false }: { svg: string; name: string; faded?: boolean }) {
  return (
    <div className="aspect-square w-full bg-paper shadow-paper">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
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
