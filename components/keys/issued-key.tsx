"use client";

import { useId } from "react";
import type { IssuedApiKey } from "@/lib/api-keys/schema";
import { Button } from "../ui/button";
import { CopyField } from "../ui/copy-field";
import { sayMoment } from "../ui/dates";
import { DialogActions } from "../ui/dialog";
import { CurlBlock } from "./curl-block";
import { KeyFacts } from "./key-facts";
import { writeListCommand } from "./write-curl";

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
