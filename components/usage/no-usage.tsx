import Link from "next/link";
import { NothingHere } from "../shell/nothing-here";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";

/** On a plan without the API: what this page would show, and which plans have it. */
export function NoUsage({ planName }: { planName: string }) {
  return (
    <>
      <PageHeader title="Usage" />
      <NothingHere
        mark="No requests"
        title="Usage comes with the API"
        action={
          <Link href="/plan" prefetch={false} className={buttonClasses({ kind: "primary" })}>
            See the plans
          </Link>
        }
      >
        It shows what your programs ask for, by hour and by key, beside the limit of the hour. The API is part
        of Developer and Pro; {planName} works in the browser.
      </NothingHere>
    </>
  );
}
