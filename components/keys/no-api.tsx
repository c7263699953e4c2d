import Link from "next/link";
import { NothingHere } from "../shell/nothing-here";
import { buttonClasses } from "../ui/button";

/** On a plan without the API: what it takes, and that nothing is lost. */
export function NoApi({ planName, hasKeys }: { planName: string; hasKeys: boolean }) {
  if (!hasKeys) return <NoKeys planName={planName} />;
  return (
    <div className="page-x border-b border-line py-6">
      <p className="max-w-[66ch] text-ink-2">
        Keys work on Developer and Pro, and {planName} has no API. Yours are kept as they are, and refused
        until the plan has it again.{" "}
        <Link className="link" href="/plan" prefetch={false}>
          See the plans
        </Link>
      </p>
    </div>
  );
}

function NoKeys({ planName }: { planName: string }) {
  return (
    <NothingHere
      mark="No keys"
      title="Keys come with the API"
      action={
        <Link href="/plan" prefetch={false} className={buttonClasses({ kind: "primary" })}>
          See the plans
        </Link>
      }
    >
      Programs make, change and count codes with one. The API is part of Developer and Pro; {planName} works
      in the browser.
    </NothingHere>
  );
}
