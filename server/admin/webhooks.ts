import { environments } from "@/lib/accounts/schema";
import { listWebhooks } from "@/lib/webhooks";
import { requireUser } from "./accounts";
import { command } from "./command";

export const listWebhooksCommand = command(
  "webhook:list",
  "Lists the webhooks of an account with their counts, without their secrets: who is told what, and who fails.",
  { email: { meaning: "The address that the account signs in with.", isRequired: true } },
  (values) => async () => {
    const { user, caller } = await requireUser(values.email);
    const lists = environments.map((environment) => listWebhooks({ ...caller, environment }));
    const [production = [], sandbox = []] = await Promise.all(lists);
    return { accountId: user.accountId, production, sandbox };
  },
);
