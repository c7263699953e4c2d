import { createElement } from "react";
import { Words } from "../words";
import type { Member } from "./members";

/** Parameters or members, one a line: name and type at the left, what it means and its bounds at the right. */
export function MemberTable({ label, members }: { label: string; members: readonly Member[] }) {
  if (members.length === 0) return null;
  // As arguments rather than an array, rows need no keys, which the page would hold beside the names.
  return createElement("dl", { "aria-label": label, className: "members" }, ...members.map(toRow));
}

function toRow(member: Member) {
  return (
    <div>
      <dt>
        <code>{member.path}</code>
        <span>
          <TypeWords {...member} />
          {member.isRequired && <span>, required</span>}
        </span>
      </dt>
      <dd>
        <Words text={member.description} />
        {member.bounds.length > 0 && (
          <span>
            <Words text={member.bounds.map(capitalise).join(". ")} />
          </span>
        )}
      </dd>
    </div>
  );
}

function TypeWords({ type, shape }: Member) {
  if (shape === undefined) return type;
  const [before, after] = type.split(shape.name);
  return (
    <>
      {before}
      <a href={shape.href} className="link">
        {shape.name}
      </a>
      {after}
    </>
  );
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
