import type { ReactNode } from "react";
import { ButtonLink } from "../ui/links";
import { Notice } from "../ui/notice";
import { AuthPage } from "./auth-page";

interface SentPageProps {
  lead: ReactNode;
  /** Without a mail server, in development, the mail lies here. */
  mailbox: string | undefined;
  foot: ReactNode;
}

export function SentPage({ lead, mailbox, foot }: SentPageProps) {
  return (
    <AuthPage
      isNews
      title="Check your mail"
      lead={lead}
      foot={foot}
      {...(mailbox === undefined ? {} : { children: <MailboxHint mailbox={mailbox} /> })}
    />
  );
}

export function MailboxHint({ mailbox }: { mailbox: string }) {
  return (
    <p className="border-l-2 border-mark pl-3 text-small text-ink-2">
      No mail server is set, so the mail is at{" "}
      <a href={mailbox} className="link">
        {mailbox}
      </a>
      .
    </p>
  );
}

export interface MailLink {
  token: string;
  email: string;
  isOwn: boolean;
  hasPassword: boolean;
}

export const deadLinkMessage =
  "It has been used, has expired, is incomplete or was replaced by a newer link.";

export function StaleLink({ sentence, way }: { sentence: string; way: { href: string; name: string } }) {
  return (
    <>
      <Notice tone="warn" title="This link doesn't work any more" isAlert>
        {sentence}
      </Notice>
      <ButtonLink href={way.href} kind="primary" shape="large" className="mt-5">
        {way.name}
      </ButtonLink>
    </>
  );
}

/** Who can help while the service can't send email. */
export interface MailHelp {
  /** Undefined where the operator has named none. */
  supportEmail: string | undefined;
}

export function NoMail({ help: { supportEmail }, to }: { help: MailHelp; to: string }) {
  return (
    <Notice tone="warn" title="This service can't send email">
      To {to},{" "}
      {supportEmail === undefined ? (
        "ask its operator"
      ) : (
        <>
          write to{" "}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </>
      )}{" "}
      for a link.
    </Notice>
  );
}
