import { log, logToStandardError } from "@/lib/platform/log";
import { describeFaults, runCommand } from "./admin/run";

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
  const answer = await runCommand(process.argv.slice(2));
  // A command that answers and yet found something wrong has set the code.
  exit(Number(process.exitCode ?? 0), `${JSON.stringify(answer, null, 2)}\n`);
} catch (error) {
  for (const sentence of describeFaults(error)) console.error(escapeControls(sentence));
  exit(1);
}
