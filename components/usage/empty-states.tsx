import Link from "next/link";
import type { Environment } from "@/lib/accounts/schema";
import { CurlBlock, writeListCommand } from "../keys/curl-block";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";
import { NeedsApi } from "../ui/empty-state";
import { ButtonLink } from "../ui/links";
import type { AddressFault } from "./read-address";

interface NoRequestProps {
  environment: Environment;
  hasKeys: boolean;
  baseUrl: string;
}

export function NoRequest({ environment, hasKeys, baseUrl }: NoRequestProps) {
  const apiKey = environment === "sandbox" ? "qr_test_…" : "qr_live_…";
  return (
    <div className="page-x py-10">
      <div className="max-w-[40rem]">
        <h2 className="text-title-lg">No requests yet</h2>
        <p className="mt-2 mb-6 max-w-[66ch] text-ink-2">
          {hasKeys
            ? "Send one with your key in place of the dots. It appears here about a second later."
            : "Requests are counted by key. Create a key and send this with it. It appears here about a second later."}
        </p>
        <CurlBlock
          label="The first request"
          command={writeListCommand(baseUrl, apiKey, ["qr:read"])}
          canCopy={false}
        />
        <Link
          href={environment === "sandbox" ? "/api-keys?environment=sandbox" : "/api-keys"}
          prefetch={false}
          className={buttonClasses({ kind: hasKeys ? "secondary" : "primary", className: "mt-5" })}
        >
          {hasKeys ? "See your keys" : "Create a key"}
        </Link>
      </div>
    </div>
  );
}

export function NoUsage({ planName }: { planName: string }) {
  return (
    <>
      <PageHeader title="Usage" />
      <NeedsApi mark="No requests" title="Usage comes with the API" planName={planName}>
        It shows your programs' requests by hour and by key, beside the hourly limit. The API is part of
        Developer and Pro.
      </NeedsApi>
    </>
  );
}

export function UnreadAddress({ fault }: { fault: AddressFault }) {
  return (
    <>
      <PageHeader title="Usage" />
      <div className="page-x py-10">
        <div role="alert" className="max-w-[66ch]">
          <h2 className="text-title-lg">This page can't be shown</h2>
          <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{formatFault(fault)}</p>
        </div>
        <ButtonLink href="/usage" kind="primary" className="mt-5">
          Show the last 24 hours
        </ButtonLink>
      </div>
    </>
  );
}

function formatFault({ name, value }: AddressFault): string {
  if (name === "range") return `“${value}” isn't a range. Use 24h, 7d or 30d.`;
  if (name === "environment") return `“${value}” isn't an environment. Use production or sandbox.`;
  return "No current or deleted key of this account has this id.";
}
