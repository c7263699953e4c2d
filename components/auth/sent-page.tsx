import type { ReactNode } from "react";
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
