import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { listKeptMails } from "@/lib/platform/mail";
import { SiteHeader } from "../../site-header";

export const metadata: Metadata = { title: "Mails of this process", robots: { index: false } };

/** What follows a line that is an address leads there; everything else is text. */
function Line({ text }: { text: string }) {
  const [before, address, after] = text.split(/(https?:\/\/\S+)/);
  if (address === undefined) return <>{text}</>;
  return (
    <>
      {before}
      <a className="link break-all" href={address}>
        {address}
      </a>
      {after}
    </>
  );
}

/** Development only: mails as they were sent, or would have been; production keeps none and has no such page. */
export default async function DevMailPage() {
  await connection();
  const mails = listKeptMails();
  if (mails === null) notFound();
  return (
    <>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[40rem] px-4 py-10 outline-none">
        <h1 className="text-title">Mails of this process</h1>
        <p className="mt-2 text-small text-ink-3">
          The last 50, newest first. They are kept in memory, in development only.
        </p>
        {mails.length === 0 && <p className="mt-8 text-body text-ink-2">No mails sent yet.</p>}
        <ol className="mt-6">
          {mails.map((mail) => (
            <li
              key={`${mail.sentAt.toISOString()} ${mail.to} ${mail.text}`}
              className="border-line border-t py-6"
            >
              <h2 className="text-heading">{mail.subject}</h2>
              <p className="mt-1 text-small text-ink-3">
                {mail.to} · <time dateTime={mail.sentAt.toISOString()}>{mail.sentAt.toISOString()}</time>
              </p>
              <pre className="mt-3 whitespace-pre-wrap font-sans text-body">
                {mail.text.split("\n").map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of a mail never move
                  <span key={index}>
                    <Line text={line} />
                    {"\n"}
                  </span>
                ))}
              </pre>
            </li>
          ))}
        </ol>
      </main>
    </>
  );
}
