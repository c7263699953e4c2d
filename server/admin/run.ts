import { prepareProcess } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { closeMail } from "@/lib/platform/mail";
import { SettingsError } from "@/lib/platform/settings";
import { openDatabase, reachDatabase } from "../database";
import {
  changePlanCommand,
  createAccountCommand,
  deleteAccountCommand,
  listRequestsCommand,
  listUsersCommand,
  operatorCommand,
  showAccountCommand,
} from "./accounts";
import { backupCommand, checkBackupCommand, restoreCommand } from "./backup";
import { resumeCodeCommand, showCodeCommand, suspendCodeCommand } from "./codes";
import type { Command } from "./command";
import { releaseDeliveriesCommand } from "./deliveries";
import { acceptKeyCommand } from "./encryption-key";
import { tellOfFlag, UsageError } from "./flags";
import { createKeyCommand, listKeysCommand } from "./keys";
import { makeLinkCommand } from "./link";
import { exportRedirectsCommand } from "./redirects";
import { listReportsCommand } from "./reports";
import { rebuildScansCommand } from "./scan-days";
import { generateScansCommand } from "./scans";
import { statusCommand, sweepCommand } from "./store";
import { answerSupportCommand, listSupportCommand } from "./support";
import { turnOffTwoFactorCommand } from "./two-factor";
import { listWebhooksCommand } from "./webhooks";

const commands: Record<string, Command> = {
  status: statusCommand,
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
  "code:show": showCodeCommand,
  "code:suspend": suspendCodeCommand,
  "code:resume": resumeCodeCommand,
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
    usage: "npm run --silent admin -- <command> [--flag value …]",
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
    await closeMail();
    await database?.close();
  }
}

/** What the operator reads of a failed command, a sentence for each fault. */
export function describeFaults(error: unknown): string[] {
  if (error instanceof SettingsError || error instanceof UsageError) return error.faults;
  if (error instanceof ServiceError) {
    const sentences = error.details?.map(tellOfFlag) ?? [error.message];
    return sentences.map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`));
  }
  return [(error as Error).message];
}
