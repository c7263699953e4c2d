import type { Answer, FormAction } from "../../ui/form/answer";

/** A secret for an app, shown once. */
export interface TwoFactorSetUp {
  /** In base32, in groups of four. */
  secret: string;
  /** The same for an app on this device: an `otpauth:` address. */
  uri: string;
  /** The code to scan, as a document of SVG, and how many modules it is wide with its margin. */
  svg: string;
  modules: number;
}

export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** What the block does on the server. */
export interface TwoFactorActions {
  begin: () => Promise<Answer<TwoFactorSetUp>>;
  confirm: FormAction<RecoveryCodes>;
  renew: FormAction<RecoveryCodes>;
  turnOff: FormAction<null>;
}
