import type { Metadata } from "next";
import { DeleteAccount, ExportAccount } from "@/components/account/account-data";
import {
  Appearance,
  EmailForm,
  FirstPassword,
  NameForm,
  PasswordForm,
} from "@/components/account/profile-forms";
import { SignOutButton } from "@/components/account/session-buttons";
import { SessionList } from "@/components/account/session-list";
import { TwoFactor } from "@/components/account/two-factor";
import { NoMail } from "@/components/auth/mail-pages";
import { Block, PageHeader } from "@/components/shell/page-header";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession, signOut } from "@/lib/auth";
import { listSessions } from "@/lib/users";
import { signInProviderNames } from "@/lib/users/schema";
import { describeTwoFactor } from "@/lib/users/two-factor";
import { findMailbox, findMailHelp } from "../../mailbox";
import { readZone } from "../../request";
import {
  askForEmail,
  beginTwoFactorSetUp,
  deleteOwnAccount,
  endOwnSession,
  endTwoFactor,
  mailPasswordLink,
  makeRecoveryCodes,
  saveName,
  savePassword,
  turnOnTwoFactor,
} from "./actions";

export const metadata: Metadata = { title: "Account" };

type Session = Awaited<ReturnType<typeof requireSession>>;

export default async function SettingsPage() {
  const session = await requireSession();
  const [usage, twoFactor] = await Promise.all([
    describeUsage(callerOf(session)),
    describeTwoFactor(session.userId),
  ]);
  const hasTwoFactor = twoFactor !== null;
  const { email, name, hasPassword } = session;
  return (
    <>
      <PageHeader title="Account" />
      <Block id="name" title="Name" lead="Visible to you and the operator of this service.">
        <NameForm key={name} name={name ?? ""} changeName={saveName} />
      </Block>
      <SignInBlocks session={session} hasTwoFactor={hasTwoFactor} />
      <TwoFactorBlock session={session} state={twoFactor} />
      <SessionsBlock session={session} />
      <Block id="appearance" title="Appearance" lead="Saved in this browser.">
        <Appearance />
      </Block>
      <Block
        id="export"
        title="Export"
        lead="Everything in your account as one file, plus a redirect map for your own server."
      >
        <ExportAccount />
      </Block>
      <Block
        id="deletion"
        title="Delete account"
        lead="Permanently deletes codes, scans, keys and everything else in it."
      >
        <DeleteAccount
          email={email}
          hasPassword={hasPassword}
          hasTwoFactor={hasTwoFactor}
          usage={usage}
          deleteAccount={deleteOwnAccount}
        />
      </Block>
    </>
  );
}

interface TwoFactorBlockProps {
  session: Session;
  state: Awaited<ReturnType<typeof describeTwoFactor>>;
}

async function TwoFactorBlock({ session: { email, hasPassword }, state }: TwoFactorBlockProps) {
  return (
    <Block
      id="two-factor"
      title="Two-factor sign-in"
      lead={
        state === null
          ? "You'll also need a code from your phone, so a stolen password isn't enough."
          : "Signing in also needs a code from your app."
      }
    >
      <TwoFactor
        state={state}
        email={email}
        hasPassword={hasPassword}
        zone={await readZone()}
        actions={{
          begin: beginTwoFactorSetUp,
          confirm: turnOnTwoFactor,
          renew: makeRecoveryCodes,
          turnOff: endTwoFactor,
        }}
      />
    </Block>
  );
}

/** The browsers that are signed in: each has an end, and all of them one. */
async function SessionsBlock({ session }: { session: Session }) {
  const [sessions, zone] = await Promise.all([listSessions(session.userId, session.sessionId), readZone()]);
  return (
    <Block
      id="sessions"
      title="Sessions"
      lead="Where you are signed in. Each session ends 30 days after signing in. Keys keep working when a session ends."
    >
      <SessionList sessions={sessions} nowMs={Date.now()} zone={zone} endSession={endOwnSession} />
      <div className="mt-4">
        <SignOutButton signOut={signOut} />
      </div>
    </Block>
  );
}

function SignInBlocks({ session, hasTwoFactor }: { session: Session; hasTwoFactor: boolean }) {
  const { email, hasPassword } = session;
  const providers = session.providers.map((provider) => signInProviderNames[provider]).join(" and ");
  const mailbox = findMailbox();
  const mailHelp = findMailHelp();
  return (
    <>
      <Block
        id="email"
        title="Email"
        lead={
          <>
            You sign in with <b className="font-medium text-ink [overflow-wrap:anywhere]">{email}</b>.
            {!hasPassword && " To change it, set a password first."}
          </>
        }
      >
        {mailHelp !== undefined && <NoMail help={mailHelp} to="change your address" />}
        {mailHelp === undefined && hasPassword && (
          <EmailForm hasTwoFactor={hasTwoFactor} requestEmailChange={askForEmail} mailbox={mailbox} />
        )}
      </Block>
      <Block
        id="password"
        title="Password"
        lead={
          hasPassword
            ? "Changing it signs out your other devices."
            : `You sign in with ${providers} and have no password.`
        }
      >
        {hasPassword && (
          <PasswordForm email={email} hasTwoFactor={hasTwoFactor} changePassword={savePassword} />
        )}
        {!hasPassword && mailHelp !== undefined && <NoMail help={mailHelp} to="set a password" />}
        {!hasPassword && mailHelp === undefined && (
          <FirstPassword mailPasswordLink={mailPasswordLink} mailbox={mailbox} />
        )}
      </Block>
    </>
  );
}
