import { type LinkPurpose, linkPurposes, makeLink } from "@/lib/users";
import { command } from "./command";
import { UsageError } from "./flags";

export const makeLinkCommand = command(
  "user:link",
  "Prints a link that works once, to hand to its person where the service can't send email; first make sure who asks.",
  {
    email: {
      meaning: "The address of the account; for sign-up the address that gets one.",
      isRequired: true,
    },
    purpose: { meaning: "What the link is for.", isRequired: true, choices: linkPurposes },
    "new-email": { meaning: "The new address; for email-change alone." },
  },
  ({ email, purpose, "new-email": newEmail }) => {
    const isChange = purpose === "email-change";
    if (isChange && newEmail === undefined) throw new UsageError(["--new-email is missing."]);
    if (!isChange && newEmail !== undefined) {
      throw new UsageError(["--new-email goes with --purpose email-change alone."]);
    }
    return () => makeLink({ email, purpose: purpose as LinkPurpose, newEmail });
  },
);
