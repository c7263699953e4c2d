import Link from "next/link";
import type { Environment } from "@/lib/accounts/schema";
import { CurlBlock } from "../keys/curl-block";
import { writeListCommand } from "../keys/write-curl";
import { buttonClasses } from "../ui/button";

interface NoRequestProps {
  environment: Environment;
  hasKeys: boolean;
  baseUrl: string;
}

/** Before the first request: the one to send. */
export function NoRequest({ environment, hasKeys, baseUrl }: NoRequestProps) {
  const apiKey = environment === "sandbox" ? "qr_test_…" : "qr_live_…";
  return (
    <div className="page-x py-10">
      <div className="max-w-[40rem]">
        <h2 className="text-title-lg">No request yet</h2>
        <p className="mt-2 mb-6 max-w-[66ch] text-ink-2">
          {hasKeys
            ? "Send one with your key in the place of the dots. It stands here about a second later."
            : "Requests are counted by key. Make one, send this with it, and it stands here about a second later."}
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
          {hasKeys ? "See your keys" : "Make a key"}
        </Link>
      </div>
    </div>
  );
}
