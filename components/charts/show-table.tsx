"use client";

interface ShowTableProps {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}

/** Between a chart and the table of its figures. */
export function ShowTable({ isTable, onChange }: ShowTableProps) {
  return (
    <button
      type="button"
      onClick={() => onChange(!isTable)}
      className="-mx-2 inline-flex h-7 items-center rounded-medium px-2 text-small font-medium text-accent hover:text-accent-hover touch:min-h-11 touch:min-w-11"
    >
      {isTable ? "Show as chart" : "Show as table"}
    </button>
  );
}
