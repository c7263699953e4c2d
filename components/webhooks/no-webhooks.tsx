import Link from "next/link";
import { NothingHere } from "../shell/nothing-here";
import { buttonClasses } from "../ui/button";

/** On a plan without the API. */
export function NoWebhooksHere({ planName }: { planName: string }) {
  return (
    <NothingHere
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
    </NothingHere>
  );
}
