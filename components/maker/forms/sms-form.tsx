import { TextField } from "../../ui/field";
import type { SmsFields } from "../draft/fields";
import { TextArea } from "./text-area";
import type { FieldFaults } from "./use-field-faults";

interface SmsFormProps {
  sms: SmsFields;
  fields: FieldFaults;
  onChange: (sms: SmsFields) => void;
}

/** A text message to be sent, begun for whoever scans. */
export function SmsForm({ sms, fields, onChange }: SmsFormProps) {
  return (
    <div className="grid gap-4">
      <TextField
        id="field-phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="With its country, as in +47 22 12 34 56."
        value={sms.phone}
        fault={fields.faultOf("phone")}
        onChange={(event) => onChange({ ...sms, phone: event.target.value })}
        onBlur={() => fields.leave("phone")}
      />
      <TextArea
        id="field-message"
        label="Message"
        rows={3}
        hint="Whoever scans can change it before they send it."
        value={sms.message}
        fault={fields.faultOf("message")}
        onChange={(message) => onChange({ ...sms, message })}
        onLeave={() => fields.leave("message")}
      />
    </div>
  );
}
