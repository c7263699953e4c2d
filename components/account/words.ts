import { codeWords } from "../auth/code-words";
import { emailWords, nameWords, newPasswordWords } from "../auth/words";
import type { FieldWords } from "../ui/form/faults";

const wrongPassword = "This is not your password.";

/** What the forms of the account say at their fields. */
export const accountWords = {
  name: nameWords,
  email: {
    ...emailWords,
    ...codeWords,
    "email:unchanged": "This is your address already.",
    password: "Enter your password.",
    "password:wrong_password": wrongPassword,
  },
  password: {
    ...codeWords,
    ...newPasswordWords("next"),
    "next:unchanged": "This is your password already.",
    current: "Enter the password that you have now.",
    "current:wrong_password": wrongPassword,
  },
  twoFactor: { ...codeWords, password: "Enter your password.", "password:wrong_password": wrongPassword },
  sessions: { not_found: "This session is over already." },
  deletion: {
    ...codeWords,
    ...emailWords,
    "email:wrong_address": "Write your address as it stands above.",
    password: "Enter your password.",
    "password:wrong_password": wrongPassword,
  },
} satisfies Record<string, FieldWords>;
