import { execFile } from "node:child_process";

/** What a command of the operator did. */
export interface AdminRun {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs the built command line with these settings alone, and without holding up this process.
 *
 * @param input what is piped in.
 */
export function runAdmin(
  words: readonly string[],
  settings: Record<string, string>,
  input = "",
): Promise<AdminRun> {
  return new Promise((resolve) => {
    const env = { PATH: "/usr/bin:/bin", NODE_ENV: "production", ...settings } as NodeJS.ProcessEnv;
    const child = execFile(
      process.execPath,
      ["dist/admin.js", ...words],
      { encoding: "utf8", env },
      (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
    // A command that reads nothing may end before it.
    child.stdin?.on("error", () => {}).end(input);
  });
}
