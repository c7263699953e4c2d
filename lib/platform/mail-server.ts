import SmtpConnection from "nodemailer/lib/smtp-connection/index.js";
import SmtpTransport from "nodemailer/lib/smtp-transport/index.js";

const stepMs = 8_000;

/** What the mail server of the operator says when it is asked for nothing but its greeting. */
export interface MailServer {
  /** A sentence on what is wrong, which repeats no password; null where it can be used. */
  fault: string | null;
  isSecure: boolean;
  /** On this machine, where TLS adds nothing. */
  isLocal: boolean;
}

const faults: [RegExp, string][] = [
  [/^EAUTH/, "The mail server refuses the user or password of SMTP_URL; correct them."],
  [/^EDNS/, "The host of SMTP_URL has no address; correct it."],
  [
    /wrong version number|packet length too long/i,
    "The port of SMTP_URL speaks no TLS at once; write smtp:// for STARTTLS, or smtps:// with port 465.",
  ],
  [
    /certificate|self-signed|altnames/i,
    "The mail server's certificate is not valid for the host of SMTP_URL; use the name in it, or add its authority by NODE_EXTRA_CA_CERTS.",
  ],
];

function describeFault({ code = "", message }: NodeJS.ErrnoException): string {
  const known = faults.find(([pattern]) => pattern.test(`${code} ${message}`));
  return (
    known?.[1] ??
    `The mail server of SMTP_URL does not answer (${code || message}); start it, or correct the host and port.`
  );
}

/** Connects as `SmtpMailer` does, signs in where the address has a user, and leaves. */
export async function askMailServer(url: string): Promise<MailServer> {
  const { options } = new SmtpTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  });
  const connection = new SmtpConnection(options);
  const { hostname } = new URL(url);
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(hostname);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.connect(() => resolve());
    });
    const isSecure = connection.secure;
    const { username, password } = new URL(url);
    if (username !== "") {
      const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
      await new Promise<void>((resolve, reject) => {
        connection.login({ credentials }, (error) => (error ? reject(error) : resolve()));
      });
    }
    return { fault: null, isSecure, isLocal };
  } catch (error) {
    return { fault: describeFault(error as Error), isSecure: false, isLocal };
  } finally {
    connection.close();
  }
}
