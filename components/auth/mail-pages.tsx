import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "../ui/button";
import { Notice } from "../ui/notice";
import { AuthPage } from "./auth-page";

interface SentPageProps {
  lead: ReactNode;
  /** Without a mail server, in development, the mail lies here. */
  mailbox: string | undefined;
  foot: ReactNode;
}

/** What takes the place of a form whose answer comes by mail. */
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
      No mail server is set, so the mail lies at{" "}
      <a href={mailbox} className="link">
        {mailbox}
      </a>
      .
    </p>
  );
}

/** A mailed link that works. */
export interface MailLink {
  token: string;
  /** Whom it is about. */
  email: string;
  /** Whether its person is the one who is signed in. */
  isOwn: boolean;
  /** Whether a password was chosen when it was asked for; an operator's link has none. */
  hasPassword: boolean;
}

export const deadLinkWords = "It was used, has expired, was cut off, or a newer one took its place.";

interface StaleLinkProps {
  sentence: string;
  way: { href: string; name: string };
}

/** A link of a mail that does nothing any more, and how to get another. */
export function StaleLink({ sentence, way }: StaleLinkProps) {
  return (
    <>
      <Notice tone="warn" title="This link doesn't work any more" isAlert>
        {sentence}
      </Notice>
      <Link
        href={way.href}
        prefetch={false}
        className={buttonClasses({ kind: "primary", shape: "large", className: "mt-5" })}
      >
        {way.name}
      </Link>
    </>
  );
}

/** Who can help while the service can't send email. */
export interface MailHelp {
  /** Undefined where the operator has named none. */
  supportEmail: string | undefined;
}

interface NoMailProps {
  help: MailHelp;
  /** What somebody wants, as "To …," goes on. */
  to: string;
}

/** Takes the place of a form whose answer would come by mail. */
export function NoMail({ help: { supportEmail }, to }: NoMailProps) {
  return (
    <Notice tone="warn" title="This service can't send email">
      To {to},{" "}
      {supportEmail === undefined ? (
        "ask the person who runs it"
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
