import Link from "next/link";
import { CropMarks } from "../codes/crop-marks";
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
    <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-20 gap-y-16 bg-canvas px-10 py-16">
      <CropMarks tone="text-accent">
        <div className="grid size-40 place-items-center border border-dashed border-mark text-small font-medium text-accent">
          No keys
        </div>
      </CropMarks>
      <div className="max-w-[26rem]">
        <h2 className="text-title-lg">Keys come with the API</h2>
        <p className="mt-2 text-ink-2">
          Programs make, change and count codes with one. The API is part of Developer and Pro; {planName}{" "}
          works in the browser.
        </p>
        <Link href="/plan" prefetch={false} className={buttonClasses({ kind: "primary", className: "mt-5" })}>
          See the plans
        </Link>
      </div>
    </div>
  );
}
