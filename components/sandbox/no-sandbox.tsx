import Link from "next/link";
import { CropMarks } from "../codes/qr-sheet";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";

/** On a plan without the API: what the sandbox is, and which plan has it. */
export function NoSandbox({ planName }: { planName: string }) {
  return (
    <>
      <PageHeader title="Sandbox" />
      <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-20 gap-y-16 bg-canvas px-10 py-16">
        <CropMarks tone="text-accent">
          <div className="grid size-40 place-items-center border border-dashed border-mark text-small font-medium text-accent">
            No sandbox
          </div>
        </CropMarks>
        <div className="max-w-[26rem]">
          <h2 className="text-title-lg">The sandbox comes with the API</h2>
          <p className="mt-2 text-ink-2">
            Programs try things in it on codes that count for nothing. It is part of Developer and Pro;{" "}
            {planName} works in the browser, on your own codes.
          </p>
          <Link
            href="/plan"
            prefetch={false}
            className={buttonClasses({ kind: "primary", className: "mt-5" })}
          >
            See the plans
          </Link>
        </div>
      </div>
    </>
  );
}
