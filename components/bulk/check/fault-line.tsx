"use client";

import { useId } from "react";
import { type Row, readMember, writeMember } from "../row";
import type { Fix, ShownFault } from "./fixes";

interface FaultLineProps {
  row: Row;
  fault: ShownFault;
  count: number;
  onFix: (fix: Fix) => void;
  onFixAll: (key: string) => void;
  onContent: (content: string) => void;
}

export function FaultLine({ row, fault, count, onFix, onFixAll, onContent }: FaultLineProps) {
  const { fix, words, member } = fault;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      <p className="min-w-0 text-stop [overflow-wrap:anywhere]">{words}</p>
      {member !== undefined && <MemberField row={row} member={member} onContent={onContent} />}
      {fix !== null && <FixButtons fix={fix} count={count} onFix={onFix} onFixAll={onFixAll} />}
    </div>
  );
}

function FixButtons({
  fix,
  count,
  onFix,
  onFixAll,
}: Pick<FaultLineProps, "count" | "onFix" | "onFixAll"> & { fix: Fix }) {
  const { key, label, labelForAll } = fix;
  if (count > 1 && labelForAll !== undefined) {
    return <FixButton label={labelForAll(count)} onClick={() => onFixAll(key)} />;
  }
  return (
    <>
      <FixButton label={label} onClick={() => onFix(fix)} />
      {count > 1 && <FixButton label={`For all ${count} rows`} onClick={() => onFixAll(key)} />}
    </>
  );
}

function FixButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 rounded-medium text-left font-medium text-accent [overflow-wrap:anywhere] hover:text-accent-hover hover:underline touch:min-h-11"
    >
      {label}
    </button>
  );
}

const memberNames: Record<string, string> = {
  ssid: "Network name",
  password: "Password",
  security: "Security",
  firstName: "First name",
  lastName: "Last name",
  organization: "Organisation",
  phone: "Phone",
  phoneNumber: "Phone",
  email: "Email address",
  url: "Web page",
  to: "To",
};

/** The part of the content that is wrong, so that nobody has to write it as the interface wants it. */
function MemberField({
  row,
  member,
  onContent,
}: {
  row: Row;
  member: string;
  onContent: (content: string) => void;
}) {
  const id = useId();
  const value = readMember(row.content, member) ?? "";
  const name = memberNames[member];
  if (name === undefined || typeof value !== "string" || !row.content.trimStart().startsWith("{"))
    return null;
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-ink-3">
        {name}
      </label>
      <input
        id={id}
        key={value}
        defaultValue={value}
        aria-invalid
        autoComplete="off"
        spellCheck={false}
        onBlur={({ target }) => {
          if (target.value !== value) onContent(writeMember(row.content, member, target.value));
        }}
        className="import-cell w-44!"
      />
    </span>
  );
}
