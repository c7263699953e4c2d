import { environments } from "@/lib/accounts/schema";
import { prepareProcess, SettingsError } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { closeMail } from "@/lib/platform/mail";
import { ownCommand } from "@/lib/platform/own-command";
import { describeEncryptionKey } from "@/lib/platform/secrets";
import { isShortPath } from "@/lib/platform/short-path";
import { listReports } from "@/lib/reports";
import { listSupportRequests, markSupportAnswered } from "@/lib/support";
import { type LinkPurpose, linkPurposes, makeLink } from "@/lib/users";
import { turnOffTwoFactorOf } from "@/lib/users/two-factor";
import { listWebhooks } from "@/lib/webhooks";
import { describeBacklog, releaseDeliveries, releases } from "@/lib/webhooks/delivery";
import { acceptEncryptionKey, openDatabase, reachDatabase } from "../database";
import { examine } from "../doctor";
import { describeFault } from "../program";
import {
  changePlanCommand,
  createAccountCommand,
  createKeyCommand,
  deleteAccountCommand,
  listKeysCommand,
  listRequestsCommand,
  listUsersCommand,
  operatorCommand,
  requireUser,
  showAccountCommand,
} from "./accounts";
import { backupCommand, checkBackupCommand, restoreCommand } from "./backup";
import {
  exportRedirectsCommand,
  releaseSlugCommand,
  resumeCodeCommand,
  resumeDomainCommand,
  showCodeCommand,
  showDomainCommand,
  suspendCodeCommand,
  suspendDomainCommand,
} from "./codes";
import { type Command, command, formatFlagFault, UsageError } from "./command";
import { generateScansCommand, rebuildScansCommand, redateScansCommand } from "./scans";
import { statusCommand, sweepCommand } from "./store";

const makeLinkCommand = command(
  "user:link",
  "Prints a link that works once, for a service that can't send email. First make sure who is asking.",
  {
    email: {
      meaning: "The account's email; for sign-up the email of the new account.",
      isRequired: true,
    },
    purpose: { meaning: "What the link is for.", isRequired: true, choices: linkPurposes },
    "new-email": { meaning: "The new email, for email-change only." },
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

const releaseDeliveriesCommand = command(
  "deliveries:release",
  "Releases the deliveries that a restore has held.",
  {
    waiting: {
      meaning:
        "What happens to deliveries that were unfinished when the backup was made: send or drop them. Newer ones are sent in any case.",
      isRequired: true,
      choices: releases,
    },
  },
  ({ waiting }) =>
    async () => {
      const released = await releaseDeliveries(waiting as (typeof releases)[number]);
      if (released === null) throw new UsageError(["No deliveries are held."]);
      const { eventsWaiting, deliveriesWaiting } = await describeBacklog();
      return { ...released, waiting: { events: eventsWaiting, deliveries: deliveriesWaiting } };
    },
);

const acceptKeyCommand = command(
  "encryption-key:accept",
  "Makes this machine's encryption key the database's, after the old one is lost for good. What the old key encrypted can't be read any more.",
  {
    "lost-key": {
      meaning:
        "The fingerprint of the lost key, as the refused start prints it; `unknown` if it prints none.",
      isRequired: true,
    },
  },
  (values) => async () => {
    const lost = await acceptEncryptionKey(values["lost-key"]);
    if (lost === null)
      throw new UsageError([
        "This machine's encryption key matches the database; there is no lost key to give up.",
      ]);
    return { encryptionKey: describeEncryptionKey().fingerprint, lost };
  },
);

const listSupportCommand = command(
  "support:list",
  "Lists support requests: open ones first, then newest first, at most 200.",
  {},
  () => listSupportRequests,
);

const answerSupportCommand = command(
  "support:answered",
  "Marks a support request as answered, which its author sees. You send the answer itself by email.",
  { id: { meaning: "Its id, as printed by support:list.", isRequired: true } },
  ({ id }) =>
    () =>
      markSupportAnswered(id),
);

const listWebhooksCommand = command(
  "webhook:list",
  "Lists an account's webhooks with their events and counts, without their secrets.",
  { email: { meaning: "The account's sign-in email.", isRequired: true } },
  (values) => async () => {
    const { user, caller } = await requireUser(values.email);
    const lists = environments.map((environment) => listWebhooks({ ...caller, environment }));
    const [production = [], sandbox = []] = await Promise.all(lists);
    return { accountId: user.accountId, production, sandbox };
  },
);

const listReportsCommand = command(
  "report:list",
  "Lists abuse reports, newest first, at most 200.",
  { code: { meaning: "Only reports of this code: its short code or slug (the end of its short URL)." } },
  ({ code }) => {
    if (code !== undefined && !isShortPath(code)) {
      throw new UsageError([
        "--code must be a short code or a slug, which has 4 to 60 letters, digits, - and _.",
      ]);
    }
    return () => listReports(code);
  },
);

const turnOffTwoFactorCommand = command(
  "account:two-factor-off",
  "Turns two-factor sign-in off for a user who lost both the app and the recovery codes, and tells them by email.",
  { email: { meaning: "The account's sign-in email.", isRequired: true } },
  (values) => async () => {
    const { user } = await requireUser(values.email);
    await turnOffTwoFactorOf(user);
    return { accountId: user.accountId, email: user.email, twoFactor: null };
  },
);

const doctorCommand = command(
  "doctor",
  "Checks settings, database, Redis, mail, address, proxy, clock and disk, and says what to do. Its status is 1 when a check failed.",
  {},
  () => async () => {
    const examination = await examine();
    if (examination.failed > 0) process.exitCode = 1;
    return examination;
  },
  { opens: "nothing" },
);

const commands: Record<string, Command> = {
  status: statusCommand,
  doctor: doctorCommand,
  sweep: sweepCommand,
  "account:create": createAccountCommand,
  "account:plan": changePlanCommand,
  "account:show": showAccountCommand,
  "account:delete": deleteAccountCommand,
  "account:two-factor-off": turnOffTwoFactorCommand,
  "account:requests": listRequestsCommand,
  "account:admin": operatorCommand,
  "user:link": makeLinkCommand,
  "user:list": listUsersCommand,
  "key:create": createKeyCommand,
  "key:list": listKeysCommand,
  "scans:generate": generateScansCommand,
  "scans:rebuild": rebuildScansCommand,
  "scans:redate": redateScansCommand,
  "code:show": showCodeCommand,
  "code:suspend": suspendCodeCommand,
  "code:resume": resumeCodeCommand,
  "domain:show": showDomainCommand,
  "domain:suspend": suspendDomainCommand,
  "domain:resume": resumeDomainCommand,
  "slug:release": releaseSlugCommand,
  "redirects:export": exportRedirectsCommand,
  "report:list": listReportsCommand,
  "support:list": listSupportCommand,
  "support:answered": answerSupportCommand,
  "webhook:list": listWebhooksCommand,
  backup: backupCommand,
  "backup:check": checkBackupCommand,
  restore: restoreCommand,
  "deliveries:release": releaseDeliveriesCommand,
  "encryption-key:accept": acceptKeyCommand,
};

function describeFlags({ flags }: Command): object {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { meaning, isRequired, choices }]) => {
      const words = choices === undefined ? meaning : `${meaning} One of ${choices.join(", ")}.`;
      return [`--${name}`, isRequired ? `${words} Required.` : words];
    }),
  );
}

function describeCommands(): object {
  return {
    usage: `${ownCommand("admin")} <command> [--flag value …]`,
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [
        name,
        { summary: command.summary, flags: describeFlags(command) },
      ]),
    ),
  };
}

/** What `help` prints: every command, or the named one. */
function describeHelp([name, ...others]: readonly string[]): object {
  if (name === undefined) return describeCommands();
  if (others.length > 0) throw new UsageError(["help takes the name of one command."]);
  const command = findCommand(name);
  return { command: name, summary: command.summary, flags: describeFlags(command) };
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const known = [...Object.keys(commands), "help"].join(", ");
  throw new UsageError([
    name === "" ? `Name a command: ${known}.` : `There is no command "${name}"; there are ${known}.`,
  ]);
}

const openers = { migrated: openDatabase, "as it is": reachDatabase, nothing: async () => null };

/**
 * Runs a command on the database of the running server, or on the embedded one, which it then starts and stops. Words that
 * cannot be used throw UsageError before any database is opened.
 */
export async function runCommand([name = "", ...words]: string[]): Promise<object> {
  if (name === "help" || name === "--help") return describeHelp(words);
  const command = findCommand(name);
  if (words.includes("--help")) return describeHelp([name]);
  const work = await command.prepare(words);
  prepareProcess("production");
  const database = await openers[command.opens]();
  try {
    return await work();
  } finally {
    // What a command has to tell somebody is sent before the process ends.
    if (database !== null) await closeMail();
    await database?.close();
  }
}

/** What the operator reads of a failed command, a sentence for each fault. */
export function describeFaults(error: unknown): string[] {
  if (error instanceof SettingsError || error instanceof UsageError) return error.faults;
  if (error instanceof ServiceError) {
    const sentences = error.details?.map(formatFlagFault) ?? [error.message];
    return sentences.map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`));
  }
  return [describeFault(error)];
}
