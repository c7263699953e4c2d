"use client";

import { useState } from "react";
import type { ProviderName } from "@/lib/users/schema";
import { buttonClasses } from "../ui/button";
import { Notice } from "../ui/notice";
import { findProviderPage } from "./sign-in-request";

export interface Provider {
  id: ProviderName;
  name: string;
}

interface ProviderButtonsProps {
  providers: readonly Provider[];
  callbackUrl: string;
  verb: "Sign in" | "Sign up";
}

export function ProviderButtons({ providers, callbackUrl, verb }: ProviderButtonsProps) {
  const [hasFailed, setFailed] = useState(false);
  if (providers.length === 0) return null;
  const go = (id: ProviderName) => {
    setFailed(false);
    findProviderPage(id, callbackUrl).then(
      (url) => window.location.assign(url),
      () => setFailed(true),
    );
  };
  return (
    <div className="mt-6">
      <p className="flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="mt-4 grid gap-2">
        {providers.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={buttonClasses({ kind: "secondary", shape: "large" })}
            onClick={() => go(id)}
          >
            {verb} with {name}
          </button>
        ))}
        {hasFailed && (
          <Notice tone="stop" isAlert>
            Sign-in there isn't available right now. Try again.
          </Notice>
        )}
      </div>
    </div>
  );
}
