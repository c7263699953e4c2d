type Program = "start" | "worker" | "admin";

/** By what started the service: STARTED_AS, which the image, the units and `quietzone-admin` set. */
const commands: Record<string, Record<Program, string>> = {
  checkout: { start: "npm start", worker: "npm run worker", admin: "npm run --silent admin --" },
  image: { start: "node dist/start.js", worker: "node dist/worker.js", admin: "node dist/admin.js" },
  systemd: {
    start: "systemctl start quietzone",
    worker: "systemctl start quietzone-worker",
    admin: "quietzone-admin",
  },
};

/**
 * The beginning of the command that runs one of the service's programs, as hints name it. The tarball's `cli.mjs` sets STARTED_AS to
 * its own name, which takes a program's.
 */
export function ownCommand(program: Program): string {
  const { STARTED_AS: name = "checkout" } = process.env;
  return commands[name]?.[program] ?? (program === "start" ? name : `${name} ${program}`);
}
