import type { ReactNode } from "react";
import { Checkbox } from "../../ui/checkbox";
import { Select } from "../../ui/select";
import { type FileChoices, type FileFormat, fileFormats, pixelSizes, printWidths } from "./choices";

interface FormatRowsProps {
  choices: FileChoices;
  change: (choices: FileChoices) => void;
}

/** PNG, SVG, PDF: which of them, and how large. */
export function FormatRows({ choices, change }: FormatRowsProps) {
  const { formats, size, mm } = choices;
  const toggle = (format: FileFormat) => {
    const chosen = fileFormats.filter((known) => formats.includes(known) !== (known === format));
    change({ ...choices, formats: chosen });
  };
  const row = (format: FileFormat, controls: ReactNode) => (
    <div className="flex min-h-13 items-center gap-3 border-t border-line py-1">
      <div className="w-24 shrink-0">
        <Checkbox
          label={format.toUpperCase()}
          checked={formats.includes(format)}
          onChange={() => toggle(format)}
        />
      </div>
      <div className="min-w-0 flex-1 text-small text-ink-3">{controls}</div>
    </div>
  );
  return (
    <div className="border-b border-line">
      {row(
        "png",
        <div className="max-w-36">
          <Select
            aria-label="Size of the PNG"
            value={size}
            onChange={({ target }) => change({ ...choices, size: Number(target.value) })}
            choices={pixelSizes.map((pixels) => ({ value: String(pixels), name: `${pixels} px` }))}
          />
        </div>,
      )}
      {row("svg", "Vectors, any size")}
      {row(
        "pdf",
        <div className="max-w-36">
          <Select
            aria-label="Width of the PDF"
            value={mm}
            onChange={({ target }) => change({ ...choices, mm: Number(target.value) })}
            choices={printWidths.map((width) => ({ value: String(width), name: `${width} mm` }))}
          />
        </div>,
      )}
    </div>
  );
}
