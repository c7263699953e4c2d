import { Words } from "../words";
import type { Member } from "./members";

/** Parameters or members, one a line: name and type at the left, what it means and its bounds at the right. */
export function MemberTable({ label, members }: { label: string; members: readonly Member[] }) {
  if (members.length === 0) return null;
  return (
    <dl aria-label={label} className="mt-2 border-t border-line">
      {members.map((member) => (
        <div
          key={member.path}
          className="grid gap-x-6 gap-y-1 border-b border-line py-2.5 md:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <dt className="min-w-0">
            <code className="block font-mono text-code text-ink [overflow-wrap:anywhere]">{member.path}</code>
            <span className="text-small text-ink-3">
              <TypeWords {...member} />
              {member.isRequired && <span className="text-ink-2">, required</span>}
            </span>
          </dt>
          <dd className="min-w-0 text-small">
            <Words text={member.description} />
            {member.bounds.length > 0 && (
              <span className="block text-ink-3">
                <Words text={member.bounds.map(capitalise).join(". ")} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
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
