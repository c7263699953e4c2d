import type { ConsoleDomain } from "@/lib/domains/schema";
import type { FormAction } from "../ui/form/answer";

/** Where the codes of a deleted domain can go, as `deleteDomain` takes it. */
interface MovePlace {
  value: string;
  name: string;
}

export interface ShownDomain extends ConsoleDomain {
  /** The host as people read it: an international name in Unicode. */
  name: string;
  /** Where its codes can go when it is deleted: the service's host first. */
  places: readonly MovePlace[];
}

/** What a check found. */
export type FoundDomain = Pick<ConsoleDomain, "status" | "findings" | "pointsHere">;

/** What the pages of domains ask of the server; each checks by itself whose domain it is. */
export interface DomainActions {
  add: FormAction<{ id: string }>;
  verify: FormAction<FoundDomain>;
  change: FormAction<null>;
  /** With `isDefault`, which is `true` or `false`. */
  setDefault: FormAction<null>;
  remove: FormAction<null>;
}

export const domainHref = ({ id }: Pick<ConsoleDomain, "id">): string => `/domains/${id}`;
