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
  "Creates an API key, on any plan, and prints its value. It is shown only once.",
  {
    email: { meaning: "The account's sign-in email.", isRequired: true },
    name: { meaning: "The key's name.", isRequired: true },
    permissions: { meaning: `"all" (default), or some of ${permissions.join(",")}.` },
    environment: {
      meaning: "The environment whose data it sees. Default: production.",
      choices: environments,
    },
    "rate-limit": { meaning: "Requests per hour, 1 to 5000. Default: 5000." },
    description: { meaning: "A note of at most 500 characters." },
    "expires-at": { meaning: "When it expires, like 2027-01-31T12:00:00Z. Default: never." },
  },
  (values) => {
    const key = readKey(values);
    return async () => createKey((await requireUser(values.email)).caller, key);
  },
);

export const listKeysCommand = command(
  "key:list",
  "Lists an account's API keys, without their values.",
  { email: { meaning: "The account's sign-in email.", isRequired: true } },
  (values) => async () => {
    const { user, caller } = await requireUser(values.email);
    return { accountId: user.accountId, keys: await listKeys(caller) };
  },
);
