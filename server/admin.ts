import { prepareProcess } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { log, logToStandardError } from "@/lib/platform/log";
import { closeMail } from "@/lib/platform/mail";
import { SettingsError } from "@/lib/platform/settings";
import {
  changePlanCommand,
  createAccountCommand,
  deleteAccountCommand,
  listRequestsCommand,
  operatorCommand,
  showAccountCommand,
} from "./admin/accounts";
import { backupCommand, checkBackupCommand, restoreCommand } from "./admin/backup";
import { resumeCodeCommand, showCodeCommand, suspendCodeCommand } from "./admin/codes";
import type { Command } from "./admin/command";
import { releaseDeliveriesCommand } from "./admin/deliveries";
import { acceptKeyCommand } from "./admin/encryption-key";
import { tellOfFlag, UsageError } from "./admin/flags";
import { createKeyCommand } from "./admin/keys";
import { exportRedirectsCommand } from "./admin/redirects";
import { listReportsCommand } from "./admin/reports";
import { rebuildScansCommand } from "./admin/scan-days";
import { generateScansCommand } from "./admin/scans";
import { statusCommand, sweepCommand } from "./admin/store";
import { answerSupportCommand, listSupportCommand } from "./admin/support";
import { turnOffTwoFactorCommand } from "./admin/two-factor";
import { listWebhooksCommand } from "./admin/webhooks";
import { openDatabase, reachDatabase } from "./database";

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
  "key:create": createKeyCommand,
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

const openers = { migrated: openDatabase, "as it is": reachDatabase, nothing: async () => null };

/** Runs a command on the database of the running server, or on the embedded one, which it then starts and stops. */
async function run([name = "", ...words]: string[]): Promise<object> {
  if (name === "help") return describeCommands();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const known = [...Object.keys(commands), "help"].join(", ");
    throw new UsageError([
      name === "" ? `Name a command: ${known}.` : `There is no command "${name}"; there are ${known}.`,
    ]);
  }
  const work = command.prepare(words);
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

/** One sentence a line. */
function describeFaults(error: unknown): string[] {
  if (error instanceof SettingsError || error instanceof UsageError) return error.faults;
  if (error instanceof ServiceError) {
    const sentences = error.details?.map(tellOfFlag) ?? [error.message];
    return sentences.map((sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`));
  }
  return [(error as Error).message];
}

/** What is told may quote somebody's rows or files; nothing in them may speak to a terminal. */
function escapeControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** Ends the process when its last line is out; a driver's idle timers would hold it for seconds. */
function exit(code: number, text = ""): void {
  log.flush();
  process.stdout.write(text, () => process.exit(code));
}

logToStandardError();
try {
  exit(0, `${JSON.stringify(await run(process.argv.slice(2)), null, 2)}\n`);
} catch (error) {
  for (const sentence of describeFaults(error)) console.error(escapeControls(sentence));
  exit(1);
}
