"use client";

import { useId } from "react";
import type { ApiKeyResource, IssuedApiKey } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { CopyField } from "../ui/copy-field";
import { sayDay, sayMoment } from "../ui/dates";
import { DialogActions } from "../ui/dialog";
import { CurlBlock, writeListCommand } from "./curl-block";
import { permissionWords } from "./key-form";

interface IssuedKeyProps {
  issued: IssuedApiKey;
  baseUrl: string;
  onStored: () => void;
}

/** The one view of a key's value: to copy, to try, to put away. */
export function IssuedKey({ issued, baseUrl, onStored }: IssuedKeyProps) {
  const id = useId();
  const { previousKeyExpiresAt: graceEnd } = issued;
  return (
    <div className="mt-5 grid gap-5">
      <CopyField id={id} label={issued.name} text={issued.apiKey} />
      {graceEnd !== undefined && (
        <p className="text-small text-ink-2">
          The value before works beside it until {sayMoment(graceEnd)} UTC.
        </p>
      )}
      <KeyFacts apiKey={issued} />
      <CurlBlock label="Try it" command={writeListCommand(baseUrl, issued.apiKey, issued.permissions)} />
      <DialogActions note="Lost it later? Rotate the key and the old value ends.">
        <Button shape="large" onClick={onStored}>
          I've stored it
        </Button>
      </DialogActions>
    </div>
  );
}

export const issuedLead =
  "This is the only time it's shown. We keep a fingerprint of it, so nobody can read it back, not even us.";

/** What a key may do and until when, a line each. */
function KeyFacts({ apiKey }: { apiKey: ApiKeyResource }) {
  const held = permissionWords.filter(({ permission }) => apiKey.permissions.includes(permission));
  const facts = [
    ...held.map(({ permission, words }) => ({ term: permission, words, isCode: true })),
    { term: "Limit", words: `${apiKey.rateLimit.toLocaleString("en-GB")} requests an hour`, isCode: false },
    { term: "Expires", words: apiKey.expiresAt === null ? "Never" : sayDay(apiKey.expiresAt), isCode: false },
  ];
  return (
    <dl>
      {facts.map(({ term, words, isCode }) => (
        <div key={term} className="flex gap-x-4 border-t border-line py-2.5 max-sm:flex-col">
          <dt className={`w-32 shrink-0 text-ink-3 ${isCode ? "font-mono text-mono" : "text-small"}`}>
            {term}
          </dt>
          <dd className="min-w-0">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
