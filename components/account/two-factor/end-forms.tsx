"use client";

import type { RefObject } from "react";
import { CodeField } from "../../auth/code-field";
import { Button } from "../../ui/button";
import { DialogActions } from "../../ui/dialog";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { PasswordField } from "../../ui/password-field";
import { SubmitButton } from "../../ui/submit-button";
import type { RecoveryCodes, TwoFactorActions } from "./actions";

interface TurnOffFormProps extends Pick<TwoFactorActions, "turnOff"> {
  hasPassword: boolean;
  safe: RefObject<HTMLButtonElement | null>;
  onDone: () => void;
  onClose: () => void;
}

const loadBoth = () => import("../checks").then(({ checkTwoFactor }) => checkTwoFactor);
const loadCode = () => import("../../auth/checks").then(({ checkCode }) => checkCode);

/** The end of two-factor sign-in: for the password, where there is one, and a code. */
export function TurnOffForm({ turnOff, hasPassword, safe, onDone, onClose }: TurnOffFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "two-factor-off",
    send: turnOff,
    loadCheck: loadBoth,
    onDone,
  });
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      {hasPassword && (
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      )}
      <CodeField {...field("code")} />
      <DialogActions>
        <Button ref={safe} onClick={onClose}>
          Keep it on
        </Button>
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Turning off">
          Turn off
        </SubmitButton>
      </DialogActions>
    </form>
  );
}

interface RenewFormProps extends Pick<TwoFactorActions, "renew"> {
  onDone: (done: RecoveryCodes) => void;
  onClose: () => void;
}

/** New recovery codes, for a code. */
export function RenewForm({ renew, onDone, onClose }: RenewFormProps) {
  const { form, field, refusal, isBusy } = useForm({
    id: "recovery-codes",
    send: renew,
    loadCheck: loadCode,
    onDone,
  });
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      <CodeField {...field("code")} />
      <DialogActions>
        <Button onClick={onClose}>Keep the old ones</Button>
        <SubmitButton isBusy={isBusy} busyWord="Making">
          Make new codes
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
