"use client";

import { Check, Copy, Download } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { Button } from "../ui/button";
import { saveFile } from "../ui/copy-or-save";
import { countOf } from "../ui/counts";
import { formatDay } from "../ui/dates";
import { Dialog, DialogActions } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { toast } from "../ui/toast";
import { RenewForm, SetUpForm, TurnOffForm, type TwoFactorActions } from "./two-factor-forms";

const recoveryLead =
  "If you lose the app, each one signs you in once. They're shown only now: keep them apart from the app.";

interface TwoFactorProps {
  /** Null while it is off. */
  state: { since: string; recoveryCodesLeft: number } | null;
  email: string;
  hasPassword: boolean;
  zone: string;
  actions: TwoFactorActions;
}

type Shown = { kind: "on" | "renew" | "off" } | { kind: "codes"; codes: string[] };

/** From so few on one is told to make new ones. */
const fewCodes = 3;

export function TwoFactor({ state, zone, ...rest }: TwoFactorProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isOpen, setOpen] = useState(false);
  const block = useRef<HTMLDivElement>(null);
  const show = (next: Shown) => {
    setShown(next);
    setOpen(true);
  };
  const forget = () => {
    setShown(null);
    // Once the dialog is out of the page: the button that opened it may be gone, too, as what is on has others than what is off.
    setTimeout(() => {
      if (document.activeElement === document.body) block.current?.focus();
    });
  };
  return (
    <div ref={block} tabIndex={-1} className="outline-none">
      {state === null ? (
        <Button onClick={() => show({ kind: "on" })}>Turn on</Button>
      ) : (
        <OnState state={state} zone={zone} show={show} />
      )}
      {shown !== null && (
        <TwoFactorDialog {...rest} {...{ shown, show, isOpen, forget }} close={() => setOpen(false)} />
      )}
    </div>
  );
}

interface OnStateProps {
  state: NonNullable<TwoFactorProps["state"]>;
  zone: string;
  show: (shown: Shown) => void;
}

function OnState({ state: { since, recoveryCodesLeft: left }, zone, show }: OnStateProps) {
  const codes = left === 0 ? "No recovery codes left" : `${countOf(left, "recovery code")} left`;
  return (
    <div className="grid gap-4">
      <p>
        On since {formatDay(since, zone)}. {left > fewCodes && `${codes}.`}
      </p>
      {left <= fewCodes && (
        <Notice tone="warn" title={codes}>
          Without one, a lost phone means a lost account. Create new ones.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => show({ kind: "renew" })}>New recovery codes</Button>
        <Button kind="danger" onClick={() => show({ kind: "off" })}>
          Turn off
        </Button>
      </div>
    </div>
  );
}

interface TwoFactorDialogProps extends Pick<TwoFactorProps, "email" | "hasPassword" | "actions"> {
  shown: Shown;
  show: (shown: Shown) => void;
  isOpen: boolean;
  close: () => void;
  forget: () => void;
}

function TwoFactorDialog({ isOpen, forget, ...props }: TwoFactorDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const { shown, close } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      onGone={forget}
      isSticky={shown.kind === "codes" || shown.kind === "on"}
      {...(shown.kind === "off" ? { firstFocus: safe } : {})}
      {...titles[shown.kind]}
    >
      <Body {...props} safe={safe} />
    </Dialog>
  );
}

const titles = {
  on: {
    title: "Turn on two-factor sign-in",
    lead: "Scan this with an authenticator app or password manager, then enter the code it shows.",
    isWide: true,
  },
  codes: { title: "Keep these recovery codes", lead: recoveryLead },
  renew: { title: "Create new recovery codes?", lead: "The old ones stop working, used or not." },
  off: {
    title: "Turn off two-factor sign-in?",
    lead: "You'll sign in with just your password or your provider. The recovery codes stop working.",
  },
} as const;

type BodyProps = Omit<TwoFactorDialogProps, "isOpen" | "forget"> & {
  safe: RefObject<HTMLButtonElement | null>;
};

function Body({ shown, show, close, safe, email, hasPassword, actions }: BodyProps) {
  const showCodes = ({ recoveryCodes: codes }: { recoveryCodes: string[] }) => show({ kind: "codes", codes });
  if (shown.kind === "on") {
    return <SetUpForm {...actions} hasPassword={hasPassword} onDone={showCodes} onClose={close} />;
  }
  if (shown.kind === "renew") return <RenewForm renew={actions.renew} onDone={showCodes} onClose={close} />;
  if (shown.kind === "codes") return <RecoveryCodeList codes={shown.codes} email={email} onStored={close} />;
  const tell = () => {
    close();
    toast.done("Two-factor sign-in is off.");
  };
  return (
    <TurnOffForm
      turnOff={actions.turnOff}
      hasPassword={hasPassword}
      safe={safe}
      onDone={tell}
      onClose={close}
    />
  );
}

interface RecoveryCodeListProps {
  codes: readonly string[];
  email: string;
  onStored: () => void;
}

function RecoveryCodeList({ codes, email, onStored }: RecoveryCodeListProps) {
  const [copied, setCopied] = useState<"yes" | "barred" | null>(null);
  const text = writeFile(codes, email);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("yes"),
      () => setCopied("barred"),
    );
  const Icon = copied === "yes" ? Check : Copy;
  return (
    <div className="mt-5 grid gap-5">
      <ol
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 bg-canvas p-4 font-mono text-code forced-colors:border"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy}>
          <Icon size={16} strokeWidth={1.6} aria-hidden />
          <span aria-live="polite">{copied === "yes" ? "Copied" : "Copy"}</span>
        </Button>
        <Button
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "quietzone-recovery-codes.txt")}
        >
          <Download size={16} strokeWidth={1.6} aria-hidden />
          Download (.txt)
        </Button>
      </div>
      {copied === "barred" && (
        <p role="alert" className="text-small text-stop">
          This browser doesn't let pages copy. Download them, or select them by hand.
        </p>
      )}
      <DialogActions>
        <Button kind="primary" onClick={onStored}>
          I've stored them
        </Button>
      </DialogActions>
    </div>
  );
}

function writeFile(codes: readonly string[], email: string): string {
  return [`Quietzone recovery codes of ${email}. Each works once.`, "", ...codes, ""].join("\n");
}
