import { environments, permissions } from "@/lib/accounts/schema";
import { createKey, listKeys } from "@/lib/api-keys";
import { newApiKeySchema } from "@/lib/api-keys/schema";
import { listFieldErrors } from "@/lib/platform/validation";
import { requireUser } from "./accounts";
import { command, formatFlagFault, UsageError } from "./command";

/** A key as the flags describe it, checked as the interface checks a body. */
function readKey(values: Record<string, string | undefined>) {
  const wanted = values.permissions ?? "all";
  const input = {
    name: values.name,
    description: values.description,
    environment: values.environment,
    permissions: wanted === "all" ? [...permissions] : wanted.split(",").map((word) => word.trim()),
    rateLimit: readNumber(values["rate-limit"]),
    expiresAt: values["expires-at"],
  };
  const result = newApiKeySchema.safeParse(input);
  if (result.success) return result.data;
  const faults = listFieldErrors(newApiKeySchema, input, result.error.issues, "key");
  throw new UsageError(faults.map((fault) => `${formatFlagFault(fault)}.`));
}

/** What is no number is left for the schema to refuse. */
function readNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

export const createKeyCommand = command(
  "key:create",
  "Makes a key of an account, on any plan, and shows its value this once.",
  {
    email: { meaning: "The address that the account signs in with.", isRequired: true },
    name: { meaning: "What the key is called.", isRequired: true },
    permissions: { meaning: `"all", as without the flag, or some of ${permissions.join(",")}.` },
    environment: { meaning: "The data that it sees; production without the flag.", choices: environments },
    "rate-limit": { meaning: "Requests an hour, 1 to 5000; 5000 without the flag." },
    description: { meaning: "A note of at most 500 characters." },
    "expires-at": { meaning: "When it stops working, like 2027-01-31T12:00:00Z; never without the flag." },
  },
  (values) => {
    const key = readKey(values);
    return async () => createKey((await requireUser(values.email)).caller, key);
  },
);

export const listKeysCommand = command(
  "key:list",
  "Lists the keys of an account, without their values.",
  { email: { meaning: "The address that the account signs in with.", isRequired: true } },
  (values) => async () => {
    const { user, caller } = await requireUser(values.email);
    return { accountId: user.accountId, keys: await listKeys(caller) };
  },
);
