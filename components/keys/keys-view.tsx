"use client";

import type { Environment } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { LimitUses, TodayUses } from "@/lib/api-uses/schema";
import { useDialogs } from "../ui/use-dialogs";
import { useFocusAfter } from "../ui/use-focus-after";
import { sayClocks } from "../usage/words";
import type { KeyActions } from "./actions";
import { FirstKey } from "./first-key";
import { KeyDialogs, type OpenDialog } from "./key-dialogs";
import { KeyMenu } from "./key-menu";
import { KeyTable } from "./key-table";
import { KeysHeader } from "./keys-header";
import { NoApi } from "./no-api";
import { TodayBlock } from "./today-block";

interface KeysViewProps {
  /** All of the account, the newest first. */
  keys: readonly ApiKeyResource[];
  /** What came with them; null where no key is served. */
  uses: { today: TodayUses; limits: LimitUses } | null;
  /** Of the reader's clocks. */
  zone: string;
  environment: Environment;
  hasApi: boolean;
  planName: string;
  maxRateLimit: number;
  nowMs: number;
  baseUrl: string;
  actions: KeyActions;
}

const nothingHere: Record<Environment, string> = {
  production: "No key for your own codes yet. Those of the sandbox stand apart.",
  sandbox:
    "No sandbox key yet. The sandbox is data to try things on: 100 codes of its own, gone after 30 days.",
};

/** The page of the keys: what there is, a new one, and what is done with one. */
export function KeysView(props: KeysViewProps) {
  const { keys, uses, zone, environment, hasApi, planName, maxRateLimit, nowMs, baseUrl, actions } = props;
  const dialogs = useDialogs<OpenDialog>();
  const isFirst = hasApi && keys.length === 0;
  const newKeyButton = useFocusAfter(isFirst);
  const shown = keys.filter((key) => key.environment === environment);
  return (
    <>
      <KeysHeader
        environment={environment}
        hasKeys={keys.length > 0}
        newKeyButton={newKeyButton}
        onNew={hasApi && !isFirst ? () => dialogs.show({ kind: "new" }) : null}
      />
      {!hasApi && <NoApi planName={planName} hasKeys={keys.length > 0} />}
      {isFirst && (
        <FirstKey
          create={actions.create}
          environment={environment}
          maxRateLimit={maxRateLimit}
          baseUrl={baseUrl}
          onIssued={(issued) => dialogs.show({ kind: "issued", issued })}
        />
      )}
      {uses !== null && shown.length > 0 && (
        <TodayBlock points={uses.today.points} limit={uses.limits.account} zone={zone} nowMs={nowMs} />
      )}
      {shown.length > 0 && (
        <KeyTable
          keys={shown}
          sparks={uses?.today.sparks ?? {}}
          limits={uses?.limits.keys ?? {}}
          nowMs={nowMs}
          zone={zone}
          menuOf={(key, state) => (
            <KeyMenu
              apiKey={key}
              state={state}
              canRotate={hasApi}
              setActive={actions.setActive}
              open={(kind, chosen) => dialogs.show({ kind, key: chosen })}
            />
          )}
        />
      )}
      {keys.length > 0 && shown.length === 0 && (
        <p className="page-x border-b border-line py-8 text-ink-2">{nothingHere[environment]}</p>
      )}
      {shown.length > 0 && (
        <p className="page-x py-4 text-small text-ink-3">
          {sayClocks(zone)} {zone === "UTC" ? "" : "The day on which a key expires is UTC's."}
        </p>
      )}
      <KeyDialogs {...{ ...dialogs, environment, maxRateLimit, baseUrl, actions }} />
    </>
  );
}
