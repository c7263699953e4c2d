import { TextField } from "../../ui/field";
import { PasswordField } from "../../ui/password-field";
import { Segmented } from "../../ui/segmented";
import type { WifiFields } from "../draft/draft";
import type { FieldFaults } from "./form-fields";

const securities = [
  { value: "WPA", name: "WPA" },
  { value: "WEP", name: "WEP" },
  { value: "nopass", name: "None" },
] as const;

interface WifiFormProps {
  wifi: WifiFields;
  fields: FieldFaults;
  onChange: (wifi: WifiFields) => void;
}

export function WifiForm({ wifi, fields, onChange }: WifiFormProps) {
  const set = (part: Partial<WifiFields>) => onChange({ ...wifi, ...part });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        id="field-ssid"
        label="Network name"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={wifi.ssid}
        fault={fields.faultOf("ssid")}
        hint="As phones list it, capitals included."
        onChange={(event) => set({ ssid: event.target.value })}
        onBlur={() => fields.leave("ssid")}
      />
      {wifi.security !== "nopass" && (
        <PasswordField
          id="field-password"
          label="Password"
          autoComplete="off"
          value={wifi.password}
          fault={fields.faultOf("password")}
          hint="Anyone who scans the code can read it."
          onChange={(event) => set({ password: event.target.value })}
          onBlur={() => fields.leave("password")}
        />
      )}
      <div className="min-w-0 sm:col-span-2">
        <p className="mb-1.5 text-small font-medium" aria-hidden>
          Security
        </p>
        <Segmented
          name="security"
          label="Security"
          choices={securities}
          value={wifi.security}
          onChange={(security) => set({ security })}
        />
        <p className="mt-1.5 text-small text-ink-3">WPA stands for WPA2 and WPA3 too.</p>
      </div>
      <label className="flex min-h-11 items-center gap-2.5 text-body sm:col-span-2 md:min-h-6">
        <input
          type="checkbox"
          checked={wifi.hidden}
          onChange={(event) => set({ hidden: event.target.checked })}
          className="size-4 accent-accent"
        />
        The network is hidden
      </label>
    </div>
  );
}
