"use client";

import { Pause, Play, Send } from "lucide-react";
import type { Environment } from "@/lib/accounts/schema";
import { LiveMark } from "../../live/live-mark";
import type { LiveState } from "../../live/live-source";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../../shell/environment";
import { PageHeader } from "../../shell/page-header";
import { Button, buttonClasses } from "../../ui/button";

interface LogHeaderProps {
  environment: Environment;
  /** Null: what is shown does not change by itself. */
  live?: { state: LiveState | null; isPaused: boolean; setPaused: (isPaused: boolean) => void };
  /** Null where there is nobody to send one to. */
  onTest: (() => void) | null;
}

/** Title, whether it is live, which data, and a test. */
export function LogHeader({ environment, live, onTest }: LogHeaderProps) {
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Deliveries"
        mark={
          <>
            <SandboxMark environment={environment} />
            {live?.state && <LiveMark state={live.state} />}
            {live?.state && live.state !== "over" && (
              <button
                type="button"
                onClick={() => live.setPaused(!live.isPaused)}
                className={buttonClasses({
                  kind: "ghost",
                  shape: "small",
                  className: "gap-1.5! px-2! tracking-normal touch:min-w-11",
                })}
              >
                {live.isPaused ? (
                  <Play size={14} strokeWidth={1.6} aria-hidden />
                ) : (
                  <Pause size={14} strokeWidth={1.6} aria-hidden />
                )}
                <span className="max-sm:sr-only">{live.isPaused ? "Go on" : "Pause"}</span>
              </button>
            )}
          </>
        }
        filters={<EnvironmentLinks environment={environment} path="/deliveries" />}
        actions={
          onTest && (
            <Button onClick={onTest}>
              <Send size={16} strokeWidth={1.6} aria-hidden />
              <span className="max-sm:sr-only">Send a test</span>
            </Button>
          )
        }
      />
    </>
  );
}
