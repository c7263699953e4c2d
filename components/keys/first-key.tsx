"use client";

import type { Environment } from "@/lib/accounts/schema";
import type { IssuedApiKey } from "@/lib/api-keys/schema";
import { CurlBlock, writeCreateCommand, writeListCommand } from "./curl-block";
import { type KeyActions, NewKeyForm } from "./key-form";

interface FirstKeyProps {
  create: KeyActions["create"];
  environment: Environment;
  maxRateLimit: number;
  baseUrl: string;
  onIssued: (issued: IssuedApiKey) => void;
}

/** Without a key: the form that makes one, and the call that it is for. */
export function FirstKey({ create, environment, maxRateLimit, baseUrl, onIssued }: FirstKeyProps) {
  const prefix = environment === "sandbox" ? "qr_test_" : "qr_live_";
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="page-start py-8 pr-4 md:pr-6 xl:pr-8">
        <div className="max-w-[40rem]">
          <h2 className="text-title-lg">Your first key</h2>
          <p className="mt-2 mb-6 text-ink-2">
            Programs send it with every request. You see it once, so have a safe place at hand.
          </p>
          <NewKeyForm
            id="first-key"
            create={create}
            environment={environment}
            maxRateLimit={maxRateLimit}
            onIssued={onIssued}
          />
        </div>
      </div>
      <aside
        aria-label="The first call"
        className="bench border-line bg-canvas px-4 py-8 max-lg:border-t md:px-6 lg:border-l"
      >
        <div className="grid gap-5">
          <CurlBlock
            label="The first call"
            command={writeListCommand(baseUrl, `${prefix}…`, ["qr:read"])}
            canCopy={false}
          />
          <CurlBlock
            label="Then a code"
            command={writeCreateCommand(baseUrl, `${prefix}…`)}
            canCopy={false}
          />
        </div>
        <p className="mt-3 text-small text-ink-2">
          The first lists your codes. You get it with the key in it, to be copied, once the key is made.
        </p>
      </aside>
    </div>
  );
}
