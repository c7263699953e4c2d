import type { IssuedApiKey } from "@/lib/api-keys/schema";
import type { FormAction } from "../ui/form/answer";

/** What the page of the keys can ask the server for; each checks by itself whose key it is. */
export interface KeyActions {
  create: FormAction<IssuedApiKey>;
  change: FormAction<null>;
  setActive: FormAction<null>;
  rotate: FormAction<IssuedApiKey>;
  remove: FormAction<null>;
}
