"use client";

import { Copy } from "lucide-react";
import { buttonClasses } from "../../ui/button";
import { copyShortLink } from "../actions/copy-short-link";

/** What a dynamic code holds: to be opened, copied, or looked at without leading anywhere. */
export function ShortLink({ shortUrl }: { shortUrl: string }) {
  return (
    <div className="text-center">
      <p className="inline-flex max-w-full items-center gap-1">
        <a
          href={shortUrl}
          target="_blank"
          rel="noreferrer"
          className="min-w-0 font-mono text-mono text-accent [overflow-wrap:anywhere] hover:underline"
        >
          {shortUrl.replace(/^https?:\/\//, "")}
        </a>
        <button
          type="button"
          aria-label="Copy the short link"
          title="Copy the short link"
          className={buttonClasses({ kind: "ghost", shape: "icon" })}
          onClick={() => copyShortLink(shortUrl)}
        >
          <Copy size={16} strokeWidth={1.6} aria-hidden />
        </button>
      </p>
    </div>
  );
}
