import type { Permission } from "@/lib/accounts/schema";

export interface ToldTool {
  name: string;
  purpose: string;
  permissions: readonly Permission[];
}

export function ToolTable({ tools }: { tools: readonly ToldTool[] }) {
  return (
    <dl className="mt-4 border-t border-line text-small">
      {tools.map(({ name, purpose, permissions }) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[11.5rem_minmax(0,1fr)_7.5rem]"
        >
          <dt className="font-medium">
            <Tool name={name} />
          </dt>
          <dd className="text-ink-2">{purpose}</dd>
          <dd className="text-ink-3">
            {permissions.length === 0
              ? "No key needed"
              : permissions.map((one) => <Tool key={one} name={one} />)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Tool({ name }: { name: string }) {
  return <code className="font-mono text-mono">{name}</code>;
}
