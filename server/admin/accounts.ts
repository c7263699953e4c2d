import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";
import { changePlan, describeUsage, findAccount, listPlanRequests } from "@/lib/accounts";
import { type Caller, environments, permissions } from "@/lib/accounts/schema";
import { createKey, listKeys } from "@/lib/api-keys";
import { newApiKeySchema } from "@/lib/api-keys/schema";
import { listAccounts } from "@/lib/operator";
import { type Plan, plans } from "@/lib/plans";
import { listFieldErrors } from "@/lib/platform/validation";
import { purgeAccount } from "@/lib/rollups";
import { createUser, deleteAccountOf, findUserByEmail, setOperator } from "@/lib/users";
import { describeTwoFactor } from "@/lib/users/two-factor";
import { command, formatFlagFault, UsageError } from "./command";

const missing = "No password was given: type it when asked, or write it as a line to standard input.";

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

const email = { meaning: "The account's sign-in email.", isRequired: true } as const;
const plan = { meaning: "The plan.", isRequired: true, choices: plans } as const;

type User = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/** The user of an address, with the caller as whom the operator acts for the account; throws a sentence for none. */
export async function requireUser(address: string): Promise<{ user: User; caller: Caller }> {
  const user = await findUserByEmail(address);
  const account = user && (await findAccount(user.accountId));
  if (user === null || account === null) throw new UsageError(["There is no account with this address."]);
  const { accountId } = account;
  return { user, caller: { accountId, plan: account.plan, environment: "production", key: null } };
}

export const createAccountCommand = command(
  "account:create",
  "Creates an account whose email counts as confirmed.",
  {
    email: { ...email, meaning: "The email to sign in with." },
    password: {
      meaning:
        "The password to sign in with. Other users of this machine can see it in the list of processes: leave the flag out to be asked for it, or to pass it on standard input.",
    },
    plan,
    name: { meaning: "The user's name." },
    admin: { meaning: "Gives the user access to the operator's pages (/admin).", isSwitch: true },
  },
  async ({ admin, ...values }) => {
    const password = values.password ?? (await readPassword());
    return () =>
      createUser({ ...values, password, plan: values.plan as Plan, isOperator: admin !== undefined });
  },
);

export const operatorCommand = command(
  "account:admin",
  "Gives a user access to the operator's pages (/admin) or takes it away, from the next request on.",
  { email, is: { meaning: "Whether the user has access.", isRequired: true, choices: ["yes", "no"] } },
  (values) => async () => {
    const { user } = await requireUser(values.email);
    const { accountId, userId } = user;
    const isOperator = values.is === "yes";
    const changed = await setOperator(userId, isOperator);
    return { accountId, userId, email: user.email, isOperator, changed };
  },
);

export const changePlanCommand = command(
  "account:plan",
  "Changes an account's plan from its next request on, and closes its open plan request.",
  { email, plan },
  (values) => async () => {
    const { user } = await requireUser(values.email);
    const { accountId } = user;
    return { accountId, email: user.email, ...(await changePlan(accountId, values.plan as Plan)) };
  },
);

export const listUsersCommand = command(
  "user:list",
  "Lists users, newest first, 25 per page.",
  {
    search: { meaning: "Part of an email or name, a short code, or an id." },
    page: { meaning: "Which page, from 1. Default: the first." },
  },
  ({ search = "", page = "1" }) => {
    if (!/^[1-9]\d{0,5}$/.test(page))
      throw new UsageError(["--page must be a whole number from 1 to 999999."]);
    return async () => {
      const { accounts, ...rest } = await listAccounts({ q: search, sort: "newest", page: Number(page) });
      return { users: accounts, ...rest };
    };
  },
);

export const showAccountCommand = command(
  "account:show",
  "Shows an account: its user, access to the operator's pages, usage of its plan, and its keys.",
  { email },
  (values) => async () => {
    const { user, caller } = await requireUser(values.email);
    const [twoFactor, usage, keys] = await Promise.all([
      describeTwoFactor(user.userId),
      describeUsage(caller),
      listKeys(caller),
    ]);
    return { ...user, plan: caller.plan, twoFactor, usage, keys };
  },
);

export const deleteAccountCommand = command(
  "account:delete",
  "Permanently deletes an account with everything in it, and tells its user by email.",
  { email },
  (values) => async () => {
    const { user } = await requireUser(values.email);
    await deleteAccountOf(user);
    // No server need be running that would erase the rest.
    await purgeAccount(user.accountId, Number.POSITIVE_INFINITY);
    return { accountId: user.accountId, email: user.email, deleted: true };
  },
);

export const listRequestsCommand = command(
  "account:requests",
  "Lists open plan requests, oldest first.",
  {},
  () => async () => ({ requests: await listPlanRequests() }),
);

/** Where a password comes from: a terminal, or whatever is piped in. */
interface Source {
  input: NodeJS.ReadableStream & Pick<Partial<ReadStream>, "isTTY">;
  /** Where a terminal is asked. */
  output: NodeJS.WritableStream;
}

/** The next line; what is typed at a terminal is not shown. */
async function readLine({ input, output }: Source, question: string): Promise<string> {
  const isTerminal = input.isTTY === true;
  const lines = createInterface({ input, output: nowhere(), terminal: isTerminal });
  // Only now does the terminal no longer show what is typed.
  if (isTerminal) output.write(question);
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => reject(new UsageError([missing])));
    });
  } finally {
    lines.close();
    if (isTerminal) output.write("\n");
  }
}

/** Reads a password from the terminal, twice, or standard input, never the command line. Throws `UsageError`. */
export async function readPassword(
  source: Source = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const password = await readLine(source, "Password: ");
  if (password === "") throw new UsageError([missing]);
  if (source.input.isTTY && (await readLine(source, "Repeat password: ")) !== password) {
    throw new UsageError(["The two passwords differ."]);
  }
  return password;
}

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
