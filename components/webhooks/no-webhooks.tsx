import Link from "next/link";
import { CropMarks } from "../codes/crop-marks";
import { buttonClasses } from "../ui/button";

/** In the place of webhooks and what was sent to them: why there is nothing, and a way on. */
export function InPlaceOfWebhooks({
  mark,
  title,
  children,
  action,
}: {
  mark: string;
  title: string;
  children: React.ReactNode;
  action: React.ReactNode;
}) {
  return (
    <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-20 gap-y-16 bg-canvas px-10 py-16">
      <CropMarks tone="text-accent">
        <div className="grid size-40 place-items-center border border-dashed border-mark text-small font-medium text-accent">
          {mark}
        </div>
      </CropMarks>
      <div className="max-w-[26rem]">
        <h2 className="text-title-lg">{title}</h2>
        <p className="mt-2 mb-5 text-ink-2">{children}</p>
        {action}
      </div>
    </div>
  );
}

/** On a plan without the API. */
export function NoWebhooksHere({ planName }: { planName: string }) {
  return (
    <InPlaceOfWebhooks
      mark="No webhooks"
      title="Webhooks come with the API"
      action={
        <Link href="/plan" prefetch={false} className={buttonClasses({ kind: "primary" })}>
          See the plans
        </Link>
      }
    >
      Your server hears at once of every scan, and of every code that is made, changed or deleted. They are
      part of Developer and Pro; {planName} works in the browser.
    </InPlaceOfWebhooks>
  );
}
