import { env } from "@/lib/platform/env";
import { type Mail, sendMail } from "@/lib/platform/mail";
import { linkOf } from "./mail-links";

/** Every mail of this module. None repeats what a stranger has typed but the address itself. */

function send(to: string, subject: string, ...paragraphs: string[]): void {
  const mail: Mail = { to, subject, text: `${paragraphs.join("\n\n")}\n\nQuietzone\n${env.baseUrl}\n` };
  sendMail(mail);
}

export function mailSignUpLink(email: string, token: string): void {
  send(
    email,
    "Confirm your address",
    "Somebody, probably you, signed up at Quietzone with this address. To finish, open this link and write the password you chose:",
    linkOf("sign_up", token),
    "The link works once, within 24 hours. If it wasn't you, do nothing: no account is made.",
  );
}

export function mailAccountExists(email: string): void {
  send(
    email,
    "You have an account already",
    "Somebody, probably you, wanted to use this address at Quietzone. It has an account already, and nothing was changed.",
    `Sign in: ${env.baseUrl}/sign-in\nPassword forgotten: ${env.baseUrl}/forgot-password`,
    "If it wasn't you, do nothing.",
  );
}

export function mailPasswordResetLink(email: string, token: string): void {
  send(
    email,
    "Choose a new password",
    "Somebody, probably you, asked for a new password for your account at Quietzone. Choose it here:",
    linkOf("password_reset", token),
    "The link works once, within one hour. If it wasn't you, do nothing: your password stays as it is.",
  );
}

export function mailPasswordChanged(email: string): void {
  send(
    email,
    "Your password was changed",
    "The password of your account at Quietzone was changed just now, and every device was signed out.",
    `If it wasn't you, choose a new one at once: ${env.baseUrl}/forgot-password`,
  );
}

export function mailEmailChangeLink(email: string, token: string): void {
  send(
    email,
    "Confirm your new address",
    "Somebody asked to move their Quietzone account to this address. If that was you, confirm it here, signed in or with the password of that account:",
    linkOf("email_change", token),
    "The link works once, within one hour. If it wasn't you, do nothing, and write no password there: nothing is changed.",
  );
}

export function mailEmailChangeAsked(oldEmail: string, newEmail: string): void {
  send(
    oldEmail,
    "Your address is about to change",
    `Somebody who knows your password asked to change the address of your account at Quietzone to ${newEmail}. It changes when a link that was mailed there is confirmed with your password or from where you are signed in.`,
    `If it wasn't you, choose a new password at once, which ends that link: ${env.baseUrl}/forgot-password`,
  );
}

export function mailEmailChanged(oldEmail: string, newEmail: string): void {
  send(
    oldEmail,
    "Your address was changed",
    `Your account at Quietzone now has the address ${newEmail}. You sign in with it, and mails go there.`,
    `If it wasn't you, write to ${env.supportEmail ?? "the operator of this service"} at once.`,
  );
}

/** What to do about a change of two-factor sign-in that was somebody else's. */
const notYou = () =>
  `If it wasn't you, choose a new password at once: ${env.baseUrl}/forgot-password\nThen look at ${env.baseUrl}/settings, or write to ${env.supportEmail ?? "the operator of this service"}.`;

export function mailTwoFactorOn(email: string): void {
  send(
    email,
    "Two-factor sign-in is on",
    "Signing in to your account at Quietzone now takes a code from your app, or one of the recovery codes that you were shown. Keep those apart from the app.",
    notYou(),
  );
}

export function mailTwoFactorOff(email: string): void {
  send(
    email,
    "Two-factor sign-in is off",
    "Two-factor sign-in of your account at Quietzone was turned off just now. Signing in takes no code any more, and the recovery codes have ended.",
    notYou(),
  );
}

export function mailRecoveryCodeUsed(email: string, left: number): void {
  send(
    email,
    "A recovery code was used",
    `A recovery code of your account at Quietzone was used just now. ${left === 1 ? "1 is" : `${left} are`} left. You can make new ones: ${env.baseUrl}/settings`,
    notYou(),
  );
}

export function mailCodesGuessed(email: string): void {
  send(
    email,
    "Ten wrong codes were shown",
    "Somebody who got as far as the code for your account at Quietzone, past your password or signed in as you, showed ten wrong ones. None is taken there for a quarter of an hour.",
    notYou(),
  );
}

export function mailRecoveryCodesRenewed(email: string): void {
  send(
    email,
    "New recovery codes were made",
    "New recovery codes for your account at Quietzone were made just now. The old ones have ended.",
    notYou(),
  );
}

export function mailAccountDeleted(email: string): void {
  send(
    email,
    "Your account was deleted",
    "Your account at Quietzone was deleted just now, with its codes and keys. Nothing of it is left.",
    `If it wasn't you, write to ${env.supportEmail ?? "the operator of this service"} at once.`,
  );
}
