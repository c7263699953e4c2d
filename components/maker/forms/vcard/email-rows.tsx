import { controlClasses, describeControl, FieldFault } from "../../../ui/field";
import type { VcardFormProps } from "./props";
import { placeAmongFilled, Rows } from "./rows";

/** Addresses, one a row. */
export function EmailRows({ card, fields, onChange }: VcardFormProps) {
  const filled = card.emails.map((email) => email.trim() !== "");
  return (
    <Rows
      legend="E-mails"
      one={["an", "e-mail"]}
      rows={card.emails}
      empty=""
      onChange={(emails) => onChange({ ...card, emails })}
    >
      {(email, place, change) => {
        const control = `emails.${placeAmongFilled(filled, place) ?? `empty-${place}`}`;
        const fault = fields.faultOf(control);
        return (
          <>
            <input
              {...describeControl({ id: `field-${control}`, fault })}
              type="email"
              inputMode="email"
              autoComplete="email"
              aria-label={`E-mail ${place + 1}`}
              value={email}
              onChange={(event) => change(event.target.value)}
              onBlur={() => fields.leave(control)}
              className={`${controlClasses} h-9 touch:h-12`}
            />
            <FieldFault id={`field-${control}`} fault={fault} />
          </>
        );
      }}
    </Rows>
  );
}
