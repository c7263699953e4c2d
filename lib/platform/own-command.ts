const scripts = { start: "npm start", worker: "npm run worker", admin: "npm run --silent admin --" };

/**
 * The beginning of the command that runs one of the service's programs, as hints name it. In a checkout they are npm's scripts;
 * the tarball's `cli.mjs` and the image set STARTED_AS, because they have none.
 */
export function ownCommand(program: keyof typeof scripts): string {
  const { STARTED_AS: name } = process.env;
  if (name === undefined) return scripts[program];
  if (name.includes("{program}")) return name.replace("{program}", program);
  return program === "start" ? name : `${name} ${program}`;
}
