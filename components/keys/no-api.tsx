import Link from "next/link";

/** On plans without the API, and nothing more: what it takes, and that nothing is lost. */
export function NoApi({ planName, hasKeys }: { planName: string; hasKeys: boolean }) {
  return (
    <div className="page-x border-b border-line py-8">
      <p className="max-w-[66ch] text-ink-2">
        Keys work on Developer and Pro. {planName} has no API.
        {hasKeys && " Yours are kept as they are, and refused until the plan has it again."}{" "}
        <Link className="link" href="/plan">
          See the plans
        </Link>
      </p>
    </div>
  );
}
