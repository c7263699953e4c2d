import { SelectField } from "../ui/select";
import type { EditorHost } from "./editor-state";

interface DomainFieldProps {
  /** Address of the service, whose host is the choice beside the account's own. */
  origin: string;
  hosts: readonly EditorHost[];
  /** Where the code is as it is stored, also where no further code may go. */
  stored: string | null;
  domain: string | null;
  fault: string | undefined;
  onChange: (domain: string | null) => void;
}

/** On which host a dynamic code has its short URL. */
export function DomainField({ origin, hosts, stored, domain, fault, onChange }: DomainFieldProps) {
  const own = hosts.map(({ host, name }) => ({ value: host, name }));
  const isListed = stored === null || hosts.some(({ host }) => host === stored);
  return (
    <SelectField
      id="field-domain"
      label="Domain"
      choices={[
        ...own,
        ...(isListed ? [] : [{ value: stored, name: stored }]),
        { value: "", name: new URL(origin).host },
      ]}
      value={domain ?? ""}
      fault={fault}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}
