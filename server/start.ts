import { env, prepareProcess, SettingsError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { ownCommand } from "@/lib/platform/own-command";
import { openTraces } from "@/lib/platform/tracing/open";
import { runProgram } from "./program";
import { showTerminalCode } from "./terminal-code";

const isDevelopment = process.argv.includes("--dev");
const mode = isDevelopment ? "development" : "production";

async function start() {
  const [unknown] = process.argv.slice(2).filter((word) => word !== "--dev");
  if (unknown !== undefined)
    throw new SettingsError([
      `The server takes no ${unknown}: settings are environment variables (docs/settings.md), and ${ownCommand("admin")} help lists the commands.`,
    ]);
  prepareProcess(mode);
  // A wrong setting is told before anything is loaded that reads one.
  void env.port;
  await openTraces("quietzone");
  const { startService } = await import("@/server/service");
  return startService(isDevelopment);
}

/** Greets a new operator; a failure here stops nothing. */
async function greet(): Promise<void> {
  await showFirstOperatorLink().catch((err: unknown) =>
    log.warn({ err }, "the link for the operator's account could not be created"),
  );
  await showTerminalCode().catch((err: unknown) =>
    log.warn({ err }, "the code of the address could not be shown"),
  );
}

/**
 * Prints the link that makes the operator's account while nobody has one. It goes to standard output alone and never through the
 * log: anybody who reads it can use it, once, within its hours.
 */
async function showFirstOperatorLink(): Promise<void> {
  const { issueFirstOperatorLink } = await import("@/lib/users");
  const issued = await issueFirstOperatorLink();
  if (issued === null) return;
  const { link, hours } = issued;
  process.stdout.write(
    `\nNobody has an account yet. Create the operator's account with this link, which works once within ${hours} hours:\n${link}\n\n`,
  );
}

runProgram(start, () => {
  log.info({ port: env.port, baseUrl: env.baseUrl, mode }, "serving");
  process.stdout.write(`Quietzone is ready at ${env.baseUrl}\n`);
  void greet();
});
