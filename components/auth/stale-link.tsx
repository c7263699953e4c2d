import Link from "next/link";
import { buttonClasses } from "../ui/button";
import { Notice } from "../ui/notice";

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
