import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements, namePlanWith, type Plan } from "@/lib/plans";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink, TextLink } from "../ui/links";
import { PageHeader } from "./page-header";

const bothPlan = namePlanWith(({ dashboard, apiRequestsPerHour }) => dashboard && apiRequestsPerHour > 0);

const kinds = {
  codes: {
    title: "Codes",
    none: "No pages for codes",
    heading: (plan: string) => `${plan} creates codes through the API`,
    sentence: `${bothPlan} lets you create, change and download them in the browser, with the same API.`,
  },
  analytics: {
    title: "Analytics",
    none: "No charts",
    heading: (plan: string) => `On ${plan}, you read scans through the API`,
    sentence: `Charts, maps of the week and live scans are part of ${bothPlan}, with the same API.`,
  },
} as const;

export function NoDashboard({ plan, kind = "codes" }: { plan: Plan; kind?: keyof typeof kinds }) {
  const { title, none, heading, sentence } = kinds[kind];
  const { name, codes } = entitlements[plan];
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        mark={none}
        title={heading(name)}
        action={
          <>
            <ButtonLink href="/plan" kind="primary">
              See {bothPlan}
            </ButtonLink>
            <ButtonLink href="/docs/with-a-key">How to use a key</ButtonLink>
          </>
        }
      >
        <p>{sentence}</p>
        <p>
          {name} includes {codes.toLocaleString("en-GB")} codes. Create, change and download them, and read
          their scans, with an API key.
        </p>
      </EmptyState>
    </>
  );
}

export function WhyNoCodes({ usage: { plan } }: { usage: Usage }) {
  return (
    <p className="text-small text-ink-3">
      {entitlements[plan].name} works through the API. Codes and charts in the browser come with {bothPlan}.{" "}
      <TextLink href="/plan">See {bothPlan}</TextLink>
    </p>
  );
}

export function NarrowWhy() {
  return (
    <Link
      href="/codes"
      prefetch={false}
      className="grid min-h-11 place-items-center rounded-medium px-1 text-center text-tiny text-ink-3 hover:text-ink"
    >
      Why no codes?
    </Link>
  );
}
