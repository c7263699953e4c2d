import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";
import { changePlan, describeUsage, findAccount, listPlanRequests } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { listKeys } from "@/lib/api-keys";
import { listAccounts } from "@/lib/operator";
import { type Plan, plans } from "@/lib/plans";
import { purgeAccount } from "@/lib/rollups";
import { createUser, deleteAccountOf, findUserByEmail, setOperator } from "@/lib/users";
import { describeTwoFactor } from "@/lib/users/two-factor";
import { command, UsageError } from "./command";

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
