"use client";

import { type RefObject, useEffect, useState } from "react";
import { CodeField } from "../auth/fields";
import { QrSheet } from "../codes/qr-sheet";
import { CopyButton } from "../docs/copy-button";
import { Button, buttonClasses, SubmitButton } from "../ui/button";
import { DialogActions } from "../ui/dialog";
import { TextField } from "../ui/field";
import type { Answer, FormAction, Refusal } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { RefusalNote } from "../ui/form/refusal-note";
import { useForm } from "../ui/form/use-form";
import { PasswordField } from "../ui/password-field";
import { SkeletonSheet, SkeletonText, Waiting } from "../ui/skeleton";

interface SetUpFormProps extends Pick<TwoFactorActions, "begin" | "confirm"> {
  hasPassword: boolean;
  onDone: (done: RecoveryCodes) => void;
  onClose: () => void;
}

const loadCheck = () => import("./validation").then(({ checkTwoFactor }) => checkTwoFactor);

export function SetUpForm({ begin, confirm, hasPassword, onDone, onClose }: SetUpFormProps) {
  const [setUp, fault] = useSetUp(begin);
  const { form, field, refusal, isBusy } = useForm({ id: "two-factor-on", send: confirm, loadCheck, onDone });
  if (fault !== null) {
    return (
      <div className="mt-5 grid gap-4">
        <RefusalNote refusal={fault} />
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <form {...form} className="mt-5 grid gap-4">
      <RefusalNote refusal={refusal} />
      <SecretToScan setUp={setUp} />
      {hasPassword && (
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" />
      )}
      <TextField
        {...field("code")}
        label="Code from your app"
        hint="6 digits, new every 30 seconds."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton isBusy={isBusy} busyWord="Turning on" label="Turn on" />
      </DialogActions>
    </form>
  );
}

/** A new secret, asked for once as the form comes up. */
function useSetUp(begin: TwoFactorActions["begin"]): [TwoFactorSetUp | null, Refusal | null] {
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof begin>>>(null);
  useEffect(() => {
    let isGone = false;
    void callSafely(begin).then((next) => {
      if (!isGone) setAnswer(next);
    });
    return () => {
      isGone = true;
    };
  }, [begin]);
  if (answer === null) return [null, null];
  return "done" in answer ? [answer.done, null] : [null, answer.refusal];
}

/** Pixels a module: whole ones, so that a camera sees edges. */
const modulePixels = 4;

/** Modules of the code of an address of usual length, with its margin: the room that is kept for it. */
const usualModules = 57;

function SecretToScan({ setUp }: { setUp: TwoFactorSetUp | null }) {
  const width = modulePixels * (setUp?.modules ?? usualModules);
  return (
    <div className="grid gap-4 sm:flex sm:items-start sm:gap-6">
      <div className="w-full max-w-full shrink-0 max-sm:mx-auto" style={{ maxWidth: width, width }}>
        {setUp === null ? (
          <Waiting what="Creating the code">
            <SkeletonSheet />
          </Waiting>
        ) : (
          <QrSheet svg={setUp.svg} name="QR code for your app; it holds the secret that stands beside it" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="text-small text-ink-2">Can't scan it? Type this in:</p>
        <p className="mt-1 font-mono text-code [overflow-wrap:anywhere]" data-secret>
          {setUp?.secret ?? <SkeletonText className="w-full" />}
        </p>
        {setUp !== null && (
          <div className="mt-1 -ml-2.5 flex flex-wrap gap-1">
            <CopyButton text={setUp.secret.replaceAll(" ", "")} label="the secret" />
            <a href={setUp.uri} className={buttonClasses({ kind: "ghost", shape: "small" })}>
              Open in an app here
            </a>
          </div>
        )}
      </div>
    </div>
  );
}

interface TurnOffFormProps extends Pick<TwoFactorActions, "turnOff"> {
  hasPassword: boolean;
  safe: RefObject<HTMLButtonElement | null>;
  onDone: () => void;
  onClose: () => void;
}

const loadBoth = () => import("./validation").then(({ checkTwoFactor }) => checkTwoFactor);
const loadCode = () => import("../auth/validation").then(({ checkCode }) => checkCode);

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
        <SubmitButton kind="danger" isBusy={isBusy} busyWord="Turning off" label="Turn off" />
      </DialogActions>
    </form>
  );
}

interface RenewFormProps extends Pick<TwoFactorActions, "renew"> {
  onDone: (done: RecoveryCodes) => void;
  onClose: () => void;
}

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
        <SubmitButton isBusy={isBusy} busyWord="Creating" label="Create new codes" />
      </DialogActions>
    </form>
  );
}

/** A secret for an app, shown once. */
export interface TwoFactorSetUp {
  /** In base32, in groups of four. */
  secret: string;
  /** The same for an app on this device: an `otpauth:` address. */
  uri: string;
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
