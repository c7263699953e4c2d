import { Command } from "commander";
import manifest from "../package.json";
import { addActivity } from "./activity";
import { addCodes } from "./codes";
import { type Connection, logIn } from "./connect";
import { addListen } from "./listen";
import { plain, printJson, printLine, reportFailure } from "./output";
import { addWebhooks } from "./webhooks";

/** Ended by a signal: 128 and its number, as shells have it. */
const signals = { SIGINT: 130, SIGTERM: 143 };

/** Only a signal ends what follows events, so that it is no failure. */
let isFollowing = false;

const isJson = process.argv.includes("--json");

function createProgram(): Command {
  const program = new Command("quietzone")
    .description("QR codes and short URLs from the command line")
    .version(manifest.version)
    .option("--url <address>", "address of the service (QUIETZONE_URL)")
    .option("--key <key>", "API key (QUIETZONE_API_KEY)")
    .option("--allow-http", "send the key over http to another machine, in a network that is yours alone")
    .option("--json", "print JSON")
    // Errors are written once, by `reportFailure`.
    .configureOutput(isJson ? { writeErr: () => {} } : { outputError: () => {} })
    .exitOverride()
    .hook("preAction", (_, command) => {
      const { follow, replay } = command.opts();
      isFollowing = follow === true || (command.name() === "listen" && replay === undefined);
    });
  program
    .command("login")
    .description("store a key for later commands, readable by you alone; it is read from standard input")
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<Connection>();
      const stored = await logIn(options);
      if (options.json) return printJson(stored);
      const account = plain(`${stored.plan}, ${stored.environment}`);
      printLine(`Key of ${stored.url} (${account}) stored in ${stored.file}`);
    });
  addCodes(program);
  addActivity(program);
  addWebhooks(program);
  addListen(program);
  return program;
}

// A reader such as `head` that has enough is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
for (const [signal, status] of Object.entries(signals))
  process.on(signal, () => process.exit(isFollowing ? 0 : status));

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error, isJson);
}
