import type { FormAction } from "../../ui/form/answer";

/** What the operator may do to an account; each form names it by `id`. */
export interface AccountActions {
  setPlan: FormAction<null>;
  signOut: FormAction<null>;
  sendReset: FormAction<null>;
  remove: FormAction<null>;
}
