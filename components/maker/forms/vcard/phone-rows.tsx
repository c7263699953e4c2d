import { controlClasses, describeControl, FieldFault } from "../../../ui/field";
import { Select } from "../../../ui/select";
import type { PhoneRow } from "../../draft/fields";
import type { VcardFormProps } from "./props";
import { placeAmongFilled, Rows } from "./rows";

const kinds = [
  { value: "", name: "Phone" },
  { value: "cell", name: "Mobile" },
  { value: "work", name: "Work" },
  { value: "home", name: "Home" },
  { value: "fax", name: "Fax" },
];
const empty: PhoneRow = { type: "", number: "" };

/** The kinds that everybody knows, and the one that the card has already. */
function kindsWith(type: string) {
  return kinds.some(({ value }) => value === type) ? kinds : [...kinds, { value: type, name: type }];
}

/** Numbers, each with its kind. */
export function PhoneRows({ card, fields, onChange }: VcardFormProps) {
  const filled = card.phones.map(({ number }) => number.trim() !== "");
  return (
    <Rows
      legend="Phones"
      one={["a", "phone"]}
      rows={card.phones}
      empty={empty}
      onChange={(phones) => onChange({ ...card, phones })}
    >
      {(row, place, change) => {
        const control = `phones.${placeAmongFilled(filled, place) ?? `empty-${place}`}`;
        const fault = fields.faultOf(control);
        return (
          <>
            <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-2">
              <Select
                shape="field"
                aria-label={`Kind of phone ${place + 1}`}
                choices={kindsWith(row.type)}
                value={row.type}
                onChange={(event) => change({ ...row, type: event.target.value })}
              />
              <input
                {...describeControl({ id: `field-${control}`, fault })}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                aria-label={`Phone ${place + 1}`}
                value={row.number}
                onChange={(event) => change({ ...row, number: event.target.value })}
                onBlur={() => fields.leave(control)}
                className={`${controlClasses} h-9 touch:h-12`}
              />
            </div>
            <FieldFault id={`field-${control}`} fault={fault} />
          </>
        );
      }}
    </Rows>
  );
}
