import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { writeMapFolder } from "@/lib/redirect/map";
import { requireUser } from "./accounts";
import { command } from "./command";
import { UsageError } from "./flags";

/** Told of at standard error, so that long work is seen to go on. */
const everyCodes = 10_000;

async function exportMap(folder: string, email: string | undefined): Promise<object> {
  const accountId = email === undefined ? null : (await requireUser(email)).caller.accountId;
  let told = 0;
  const written = await writeMapFolder(folder, accountId, (codes) => {
    if (codes - told < everyCodes) return;
    told = codes;
    process.stderr.write(`${codes.toLocaleString("en")} codes\n`);
  });
  return { folder, ...written };
}

export const exportRedirectsCommand = command(
  "redirects:export",
  "Writes what printed codes answer into a folder: a table, and files by which nginx answers them without the service.",
  {
    to: { meaning: "The folder, new or empty.", isRequired: true },
    email: {
      meaning: "Of this account alone, by the address that it signs in with; of all without the flag.",
    },
  },
  ({ to, email }) => {
    const folder = resolve(to);
    if (existsSync(folder) && !isEmptyFolder(folder)) {
      throw new UsageError(["--to must be a new or an empty folder."]);
    }
    return () => exportMap(folder, email);
  },
);

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
