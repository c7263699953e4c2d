import type { ConsoleDomain, DomainStatus } from "@/lib/domains/schema";
import type { FormAction } from "../ui/form/answer";

/** A domain with its host as people read it: an international name in Unicode. */
export interface ShownDomain extends ConsoleDomain {
  name: string;
}

/** What the pages of domains ask of the server; each checks by itself whose domain it is. */
export interface DomainActions {
  add: FormAction<{ id: string }>;
  verify: FormAction<{ status: DomainStatus }>;
  change: FormAction<null>;
  makeDefault: FormAction<null>;
  remove: FormAction<null>;
}

export const domainHref = ({ id }: Pick<ConsoleDomain, "id">): string => `/domains/${id}`;
