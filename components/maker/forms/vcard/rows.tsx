import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button";

interface RowsProps<Row> {
  legend: string;
  /** What one is called, with its article: "a phone". */
  one: readonly [article: string, noun: string];
  rows: readonly Row[];
  empty: Row;
  onChange: (rows: readonly Row[]) => void;
  children: (row: Row, place: number, change: (row: Row) => void) => ReactNode;
}

/** As many rows of one thing as are needed, at least one. */
export function Rows<Row>({ legend, one: [article, noun], rows, empty, onChange, children }: RowsProps<Row>) {
  const change = (place: number) => (row: Row) => onChange(rows.with(place, row));
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="flex flex-col gap-2">
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; it has no other name.
          <div key={place} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{children(row, place, change(place))}</div>
            {rows.length > 1 && (
              <Button
                kind="ghost"
                shape="icon"
                aria-label={`Remove ${noun} ${place + 1}`}
                className="touch:size-12"
                onClick={() => onChange(rows.toSpliced(place, 1))}
              >
                <X size={16} strokeWidth={1.6} aria-hidden />
              </Button>
            )}
          </div>
        ))}
      </div>
      <Button
        kind="ghost"
        shape="small"
        className="mt-1.5 -ml-2.5"
        onClick={() => onChange([...rows, empty])}
      >
        <Plus size={14} strokeWidth={1.6} aria-hidden />
        Add {article} {noun}
      </Button>
    </fieldset>
  );
}

/** The place of a row among those that are filled, which is what faults count; undefined for one that is empty. */
export function placeAmongFilled(filled: readonly boolean[], place: number): number | undefined {
  return filled[place] ? filled.slice(0, place).filter(Boolean).length : undefined;
}
