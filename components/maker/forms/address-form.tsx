import { Check } from "lucide-react";
import { parseUrl } from "@/lib/platform/errors";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { FieldFaults } from "./use-field-faults";

interface AddressFormProps {
  url: string;
  isSound: boolean;
  fields: FieldFaults;
  onChange: (url: string) => void;
}

/** A web address. One without its scheme gets it at the press of a button, never by itself. */
export function AddressForm({ url, isSound, fields, onChange }: AddressFormProps) {
  const fault = fields.faultOf("url");
  const completed = `https://${url.trim()}`;
  const needsScheme = !/^\s*[a-z][a-z0-9+.-]*:/i.test(url) && parseUrl(completed) !== null;
  const length = url.trim().length;
  return (
    <TextField
      id="field-url"
      label="Address"
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={2_100}
      large
      value={url}
      fault={fault}
      hint={
        isSound
          ? `${length.toLocaleString("en-GB")} characters. Shorter addresses make coarser, sturdier codes.`
          : "An address starts with https:// or http://."
      }
      remedy={
        needsScheme && (
          <Button shape="small" onClick={() => onChange(completed)}>
            Add https://
          </Button>
        )
      }
      trailing={isSound && <Check size={16} strokeWidth={1.6} className="mr-2 text-ink-3" aria-hidden />}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => fields.leave("url")}
    />
  );
}
