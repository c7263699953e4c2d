"use client";

import { Plus } from "lucide-react";
import type { RefObject } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { ApiKeyResource, IssuedApiKey } from "@/lib/api-keys/schema";
import type { LimitUse, LimitUses, TodayUses } from "@/lib/api-uses/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../shell/environment";
import { PageHeader } from "../shell/page-header";
import { Button } from "../ui/button";
import { useDialogs, useFocusAfter } from "../ui/dialog";
import { NeedsApi } from "../ui/empty-state";
import { ButtonLink, TextLink } from "../ui/links";
import { Th } from "../ui/table";
import { formatClocks, formatLimit } from "../usage/format";
import { UseChart } from "../usage/usage-chart";
import { CurlBlock, writeCreateCommand, writeListCommand } from "./curl-block";
import { KeyDialogs, type OpenDialog } from "./key-dialogs";
import { type KeyActions, NewKeyForm } from "./key-form";
import { KeyMenu, KeyRow, type RowOptions } from "./key-row";

interface KeysViewProps {
  /** All of the account, the newest first. */
  keys: readonly ApiKeyResource[];
  /** What came with them; null where no key is served. */
  uses: { today: TodayUses; limits: LimitUses } | null;
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
  production: "No key for your own codes yet. Sandbox keys are separate.",
  sandbox: "No sandbox key yet. The sandbox is test data: 100 separate codes, deleted after 30 days.",
};

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
          {formatClocks(zone)} {zone === "UTC" ? "" : "Keys expire at midnight UTC."}
        </p>
      )}
      <KeyDialogs {...{ ...dialogs, environment, maxRateLimit, baseUrl, actions }} />
    </>
  );
}

interface TodayBlockProps {
  points: TodayUses["points"];
  limit: LimitUse;
  zone: string;
  nowMs: number;
}

function TodayBlock({ points, limit, zone, nowMs }: TodayBlockProps) {
  return (
    <div className="page-x border-b border-line py-6">
      <UseChart
        id="today"
        title="Requests by hour, today"
        note={formatLimit(limit, zone)}
        points={points}
        unit="hour"
        zone={zone}
        limit={limit.limit}
        isLimitShown
        nowMs={nowMs}
        size="strip"
        emptyNote="No requests yet today."
      />
    </div>
  );
}

function NoApi({ planName, hasKeys }: { planName: string; hasKeys: boolean }) {
  if (!hasKeys) {
    return (
      <NeedsApi mark="No keys" title="Keys come with the API" planName={planName}>
        Programs use a key to create and change codes and read their scans. The API is part of Developer and
        Pro.
      </NeedsApi>
    );
  }
  return (
    <div className="page-x border-b border-line py-6">
      <p className="max-w-[66ch] text-ink-2">
        Keys work on Developer and Pro only; {planName} has no API. We keep your keys, but refuse them until
        your plan includes the API again. <TextLink href="/plan">See the plans</TextLink>
      </p>
    </div>
  );
}

interface KeysHeaderProps {
  environment: Environment;
  hasKeys: boolean;
  newKeyButton: RefObject<HTMLButtonElement | null>;
  /** Null where no key can be made from here. */
  onNew: (() => void) | null;
}

function KeysHeader({ environment, hasKeys, newKeyButton, onNew }: KeysHeaderProps) {
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Keys"
        mark={<SandboxMark environment={environment} />}
        {...(hasKeys ? { filters: <EnvironmentLinks environment={environment} path="/api-keys" /> } : {})}
        actions={
          <>
            <ButtonLink href="/docs/api">Docs</ButtonLink>
            {onNew !== null && (
              <Button ref={newKeyButton} kind="primary" onClick={onNew}>
                <Plus size={16} strokeWidth={1.6} aria-hidden />
                New key
              </Button>
            )}
          </>
        }
      />
    </>
  );
}

interface KeyTableProps extends RowOptions {
  keys: readonly ApiKeyResource[];
  /** Requests of each key by hour, the present one last; a key without any has none. */
  sparks: Readonly<Record<string, readonly number[]>>;
  limits: Readonly<Record<string, LimitUse>>;
}

/** One row a key; on small screens two lines, with what is hidden told below the name. */
function KeyTable({ keys, sparks, limits, ...row }: KeyTableProps) {
  return (
    <table className="w-full text-left text-small lg:table-fixed">
      <caption className="sr-only">Keys, the newest first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line whitespace-nowrap text-ink-3">
          <Th className="page-start h-9 pr-4 font-medium">Name</Th>
          <Th className="w-44 pr-4 xl:w-[22%] font-medium">Permissions</Th>
          <Th className="w-30 pr-4 font-medium">Last used</Th>
          <Th className="w-38 pr-4 font-medium">Last 24 hours</Th>
          <Th className="w-26 pr-4 text-right font-medium">Hourly limit</Th>
          <Th className="w-36 pr-4 font-medium">Expires</Th>
          <Th className="page-end w-17 xl:w-19 min-[100rem]:w-[calc(2.75rem+max(40px,100vw-14.5rem-1400px))]">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} spark={sparks[key.id]} limit={limits[key.id]} {...row} />
        ))}
      </tbody>
    </table>
  );
}

interface FirstKeyProps {
  create: KeyActions["create"];
  environment: Environment;
  maxRateLimit: number;
  baseUrl: string;
  onIssued: (issued: IssuedApiKey) => void;
}

function FirstKey({ create, environment, maxRateLimit, baseUrl, onIssued }: FirstKeyProps) {
  const prefix = environment === "sandbox" ? "qr_test_" : "qr_live_";
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_25.5rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <div className="page-start py-8 pr-4 md:pr-6 xl:pr-8">
        <div className="max-w-[40rem]">
          <h2 className="text-title-lg">Your first key</h2>
          <p className="mt-2 mb-6 text-ink-2">
            Programs send it with every request. You see it once, so have a safe place ready.
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
            label="Then create a code"
            command={writeCreateCommand(baseUrl, `${prefix}…`)}
            canCopy={false}
          />
        </div>
        <p className="mt-3 text-small text-ink-2">
          The first lists your codes. Once you create a key, you can copy it with the key filled in.
        </p>
      </aside>
    </div>
  );
}
