"use client";

import { FlaskConical, Plus } from "lucide-react";
import Link from "next/link";
import type { RefObject } from "react";
import type { Environment } from "@/lib/accounts/schema";
import { PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { Button, buttonClasses } from "../ui/button";
import { SegmentedLinks } from "../ui/segmented-links";

interface KeysHeaderProps {
  environment: Environment;
  hasKeys: boolean;
  newKeyButton: RefObject<HTMLButtonElement | null>;
  /** Null where no key can be made from here. */
  onNew: (() => void) | null;
}

/** Title, which data, and a new key. The sandbox is told by a line along the top and by its word. */
export function KeysHeader({ environment, hasKeys, newKeyButton, onNew }: KeysHeaderProps) {
  const isSandbox = environment === "sandbox";
  return (
    <>
      {isSandbox && <div className="fixed inset-x-0 top-0 z-30 h-[3px] bg-warn" />}
      <PageHeader
        title="Keys"
        {...(isSandbox ? { mark: <Badge tone="warn">Sandbox</Badge> } : {})}
        {...(hasKeys ? { filters: <EnvironmentLinks environment={environment} /> } : {})}
        actions={
          <>
            <Link href="/docs/api" prefetch={false} className={buttonClasses({ kind: "secondary" })}>
              Docs
            </Link>
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
