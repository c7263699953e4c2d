"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import type { RefObject } from "react";
import type { Environment } from "@/lib/accounts/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../shell/environment";
import { PageHeader } from "../shell/page-header";
import { Button, buttonClasses } from "../ui/button";

interface KeysHeaderProps {
  environment: Environment;
  hasKeys: boolean;
  newKeyButton: RefObject<HTMLButtonElement | null>;
  /** Null where no key can be made from here. */
  onNew: (() => void) | null;
}

/** Title, which data, and a new key. The sandbox is told by a line along the top and by its word. */
export function KeysHeader({ environment, hasKeys, newKeyButton, onNew }: KeysHeaderProps) {
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Keys"
        mark={<SandboxMark environment={environment} />}
        {...(hasKeys ? { filters: <EnvironmentLinks environment={environment} path="/api-keys" /> } : {})}
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
