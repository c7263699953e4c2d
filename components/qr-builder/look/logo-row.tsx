"use client";

import { Image as ImageIcon, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/button";
import type { Logo } from "../draft/draft";
import { usualLogo, usualSize } from "../draft/read-settings";
import { type LookProps, LookRow, PixelField } from "./look-fields";

/** A picture in the middle, read in the browser; it stays there until a link is asked for. */
export function LogoRow({ look, fields, change }: Omit<LookProps, "maxSize">) {
  const [refusal, setRefusal] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const { readLogo } = await import("./read-logo");
    const read = await readLogo(file);
    setRefusal("refusal" in read ? read.refusal : undefined);
    if (!("refusal" in read)) change({ logo: read.logo, logoSize: "" });
    if (input.current) input.current.value = "";
  };
  return (
    <LookRow
      label="Logo"
      faults={[
        ["field-logo", refusal],
        ["field-logoSize", fields.faultOf("logoSize")],
      ]}
    >
      <input
        ref={input}
        id="field-logo"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Logo, a PNG, JPEG or WebP of up to 512 kB"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => take(event.target.files?.[0])}
      />
      {look.logo === null ? (
        <Button className="max-md:flex-1" onClick={() => input.current?.click()}>
          <ImageIcon size={16} strokeWidth={1.6} aria-hidden />
          Add a logo
        </Button>
      ) : (
        <ChosenLogo
          logo={look.logo}
          onRemove={() => {
            setRefusal(undefined);
            change({ logo: null, logoSize: "" });
          }}
        />
      )}
      {look.logo === null ? (
        <span className="text-small text-ink-3">PNG, JPEG or WebP, up to 512 kB</span>
      ) : (
        <PixelField
          id="field-logoSize"
          label="Logo width"
          unit="pixels"
          value={look.logoSize}
          usual={usualLogo(Number(look.size) || usualSize)}
          fault={fields.faultOf("logoSize")}
          onChange={(logoSize) => change({ logoSize })}
          onLeave={() => fields.leave("logoSize")}
        />
      )}
    </LookRow>
  );
}

function ChosenLogo({ logo, onRemove }: { logo: Logo; onRemove: () => void }) {
  return (
    <span className="flex h-9 max-w-56 items-center gap-2 rounded-control border border-line-strong bg-surface pl-2 touch:h-12">
      <img src={logo.dataUrl} alt="" width={20} height={20} className="size-5 bg-paper object-contain" />
      <span className="min-w-0 truncate text-small">{logo.name}</span>
      <button
        type="button"
        aria-label="Remove the logo"
        onClick={onRemove}
        className="flex h-full w-8 shrink-0 items-center justify-center rounded-control text-ink-2 hover:text-ink touch:w-11"
      >
        <X size={14} strokeWidth={1.6} aria-hidden />
      </button>
    </span>
  );
}
