import type { VcardFields } from "../../draft/fields";
import type { FieldFaults } from "../use-field-faults";

export interface VcardFormProps {
  card: VcardFields;
  fields: FieldFaults;
  onChange: (card: VcardFields) => void;
}
