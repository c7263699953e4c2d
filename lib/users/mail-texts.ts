import { env } from "@/lib/platform/env";
import { composeMail, sendMail } from "@/lib/platform/mail";
import { linkOf } from "./mail-links";

/** Every mail of this module. None repeats what a stranger has typed but the address itself. */

function send(to: string, subject: string, ...paragraphs: string[]): void {
  sendMail({ to, subject, text: composeMail(...paragraphs) });
}

export function mailSignUpLink(email: string, token: string): void {
  send(
    email,
    "Confirm your address",
    "Someone, probably you, signed up at Quietzone with this address. To finish, open this link and enter the password you chose:",
    linkOf("sign_up", token),
    "The link works once, within 24 hours. If it wasn't you, do nothing: no account is created.",
  );
}

export function mailAccountExists(email: string): void {
  send(
    email,
    "You already have an account",
    "Someone, probably you, tried to use this address at Quietzone. It already has an account, and nothing was changed.",
    `Sign in: ${env.baseUrl}/sign-in\nForgot password: ${env.baseUrl}/forgot-password`,
    "If it wasn't you, do nothing.",
  );
}

export function mailPasswordResetLink(email: string, token: string): void {
  send(
    email,
    "Choose a new password",
    "Someone, probably you, asked for a new password for your Quietzone account. Choose it here:",
    linkOf("password_reset", token),
    "The link works once, within one hour. If it wasn't you, do nothing: your password stays as it is.",
  );
}

export function mailPasswordChanged(email: string): void {
  send(
    email,
    "Your password was changed",
    "The password of your Quietzone account was just changed, and every device was signed out.",
    `If it wasn't you, choose a new one now: ${env.baseUrl}/forgot-password`,
  );
}

export function mailEmailChangeLink(email: string, token: string): void {
  send(
    email,
    "Confirm your new address",
    "Someone asked to move their Quietzone account to this address. If it was you, confirm it here, signed in or with that account's password:",
    linkOf("email_change", token),
    "The link works once, within one hour. If it wasn't you, do nothing, and don't enter a password there: nothing is changed.",
  );
}

export function mailEmailChangeAsked(oldEmail: string, newEmail: string): void {
  send(
    oldEmail,
    "Your address is about to change",
    `Someone who knows your password asked to change the address of your Quietzone account to ${newEmail}. It changes when someone opens the link we sent there and confirms with your password or on a signed-in device.`,
    `If it wasn't you, choose a new password now. That cancels the link: ${env.baseUrl}/forgot-password`,
  );
}

export function mailEmailChanged(oldEmail: string, newEmail: string): void {
  send(
    oldEmail,
    "Your address was changed",
    `Your Quietzone account now has the address ${newEmail}. Sign in with it; mails go there.`,
    `If it wasn't you, write to ${env.supportEmail ?? "the operator of this service"} at once.`,
  );
}

/** What to do about a change of two-factor sign-in that was somebody else's. */
const notYou = () =>
  `If it wasn't you, choose a new password now: ${env.baseUrl}/forgot-password\nThen check ${env.baseUrl}/settings, or write to ${env.supportEmail ?? "the operator of this service"}.`;

export function mailTwoFactorOn(email: string): void {
  send(
    email,
    "Two-factor sign-in is on",
    "Signing in to your Quietzone account now needs a code from your app, or one of the recovery codes you were shown. Don't keep them in the same place as the app.",
    notYou(),
  );
}

export function mailTwoFactorOff(email: string): void {
  send(
    email,
    "Two-factor sign-in is off",
    "Two-factor sign-in of your Quietzone account was just turned off. Signing in no longer needs a code, and the recovery codes don't work any more.",
    notYou(),
  );
}

export function mailRecoveryCodeUsed(email: string, left: number): void {
  send(
    email,
    "A recovery code was used",
    `A recovery code of your Quietzone account was just used. ${left === 1 ? "1 is" : `${left} are`} left. Create new ones: ${env.baseUrl}/settings`,
    notYou(),
  );
}

export function mailCodesGuessed(email: string): void {
  send(
    email,
    "Ten wrong codes were entered",
    "Someone entered ten wrong codes for your Quietzone account. They have your password or are signed in as you. No code is accepted for 15 minutes.",
    notYou(),
  );
}

export function mailRecoveryCodesRenewed(email: string): void {
  send(
    email,
    "New recovery codes were created",
    "New recovery codes for your Quietzone account were just created. The old ones no longer work.",
    notYou(),
  );
}

export function mailAccountDeleted(email: string): void {
  send(
    email,
    "Your account was deleted",
    "Your Quietzone account was just deleted, with its codes and keys. Nothing is left.",
    `If it wasn't you, write to ${env.supportEmail ?? "the operator of this service"} at once.`,
  );
}
