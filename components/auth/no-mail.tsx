import { Notice } from "../ui/notice";

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
