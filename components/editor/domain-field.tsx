import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { SelectField } from "../ui/select";
import type { CodeEditorProps, Entered } from "./editor-state";

interface DomainFieldProps extends Pick<CodeEditorProps, "code" | "origin" | "hosts"> {
  entered: Entered;
  fields: FieldFaults;
  set: (part: Pick<Entered, "domain">) => void;
}

/** On which host a dynamic code has its short URL: one of the account's, or the service's. */
export function DomainField({ code, entered, origin, hosts, fields, set }: DomainFieldProps) {
  const own = hosts.map(({ host, name }) => ({ value: host, name }));
  const stored = code?.domain ?? "";
  // A code stays where it is, also where no further code may go.
  const isListed = stored === "" || hosts.some(({ host }) => host === stored);
  return (
    <SelectField
      id="field-domain"
      label="Domain"
      choices={[
        ...own,
        ...(isListed ? [] : [{ value: stored, name: code?.domainName ?? stored }]),
        { value: "", name: new URL(origin).host },
      ]}
      value={entered.domain ?? ""}
      fault={fields.faultOf("domain")}
      onChange={(event) => set({ domain: event.target.value || null })}
    />
  );
}
