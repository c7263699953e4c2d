import { turnOffTwoFactorOf } from "@/lib/users/two-factor";
import { requireUser } from "./accounts";
import { command } from "./command";

export const turnOffTwoFactorCommand = command(
  "account:two-factor-off",
  "Turns two-factor sign-in off for who has lost both the app and the recovery codes, and tells them by mail.",
  { email: { meaning: "The address that the account signs in with.", isRequired: true } },
  (values) => async () => {
    const { user } = await requireUser(values.email);
    await turnOffTwoFactorOf(user);
    return { accountId: user.accountId, email: user.email, twoFactor: null };
  },
);
