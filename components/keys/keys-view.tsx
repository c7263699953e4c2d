"use client";

import { FlaskConical, Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { Button, buttonClasses } from "../ui/button";
import { SegmentedLinks } from "../ui/segmented-links";
import type { KeyActions } from "./actions";
import { FirstKey } from "./first-key";
import { KeyDialogs, type OpenDialog } from "./key-dialogs";
import { KeyMenu } from "./key-menu";
import { KeyTable } from "./key-table";
import { NoApi } from "./no-api";

interface KeysViewProps {
  /** All of the account, the newest first. */
  keys: readonly ApiKeyResource[];
  environment: Environment;
  hasApi: boolean;
  planName: string;
  maxRateLimit: number;
  nowMs: number;
  baseUrl: string;
  actions: KeyActions;
}

/** The page of the keys: what there is, a new one, and what is done with one. */
export function KeysView(props: KeysViewProps) {
  const { keys, environment, hasApi, planName, maxRateLimit, nowMs, baseUrl, actions } = props;
  const router = useRouter();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const show = (next: OpenDialog) => {
    setDialog(next);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    // Only now: a list that is made anew would take the place of the form that holds the new key.
    if (dialog?.kind === "issued") router.refresh();
  };
  const shown = keys.filter((key) => key.environment === environment);
  const isFirst = hasApi && keys.length === 0;
  return (
    <>
      {environment === "sandbox" && <div className="fixed inset-x-0 top-0 z-30 h-[3px] bg-warn" />}
      <PageHeader
        title="Keys"
        {...(environment === "sandbox" ? { mark: <Badge tone="warn">Sandbox</Badge> } : {})}
        {...(keys.length > 0 ? { filters: <EnvironmentLinks environment={environment} /> } : {})}
        actions={
          <>
            <Link href="/docs/api" prefetch={false} className={buttonClasses({ kind: "secondary" })}>
              Docs
            </Link>
            {hasApi && !isFirst && (
              <Button kind="primary" onClick={() => show({ kind: "new" })}>
                <Plus size={16} strokeWidth={1.6} aria-hidden />
                New key
              </Button>
            )}
          </>
        }
      />
      {!hasApi && <NoApi planName={planName} hasKeys={keys.length > 0} />}
      {isFirst && (
        <FirstKey
          key={environment}
          create={actions.create}
          environment={environment}
          maxRateLimit={maxRateLimit}
          baseUrl={baseUrl}
          onIssued={(issued) => show({ kind: "issued", issued })}
        />
      )}
      {shown.length > 0 && (
        <KeyTable
          keys={shown}
          nowMs={nowMs}
          menuOf={(key, state) => (
            <KeyMenu
              apiKey={key}
              state={state}
              canRotate={hasApi}
              setActive={actions.setActive}
              open={(kind, chosen) => show({ kind, key: chosen })}
            />
          )}
        />
      )}
      {keys.length > 0 && shown.length === 0 && (
        <p className="page-x border-b border-line py-8 text-ink-2">
          {environment === "sandbox"
            ? "No sandbox key yet. The sandbox is data to try things on: 100 codes of its own, gone after 30 days."
            : "No key for your own codes yet. Those of the sandbox stand apart."}
        </p>
      )}
      {shown.length > 0 && <p className="page-x py-4 text-small text-ink-3">Days and times are UTC.</p>}
      <KeyDialogs {...{ dialog, isOpen, environment, maxRateLimit, baseUrl, actions, show, close }} />
    </>
  );
}

function EnvironmentLinks({ environment }: { environment: Environment }) {
  return (
    <SegmentedLinks
      label="Data"
      links={[
        { href: "/api-keys", name: "Production", isCurrent: environment === "production" },
        {
          href: "/api-keys?environment=sandbox",
          name: "Sandbox",
          icon: <FlaskConical size={14} strokeWidth={1.6} aria-hidden />,
          isCurrent: environment === "sandbox",
        },
      ]}
    />
  );
}
