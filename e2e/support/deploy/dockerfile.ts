import { readFileSync } from "node:fs";

/** One instruction of a Dockerfile, its continued lines joined. */
interface Instruction {
  name: string;
  words: string;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

/** What a Dockerfile says, stage by stage; as much of its language as ours uses. */
export function readDockerfile(path: string): { args: Map<string, string>; stages: Stage[] } {
  const lines = readFileSync(path, "utf8")
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  const args = new Map<string, string>();
  const stages: Stage[] = [];
  for (const line of lines.filter((one) => one.trim() !== "")) {
    const [, name = "", words = ""] = /^([A-Z]+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (name === "") throw new Error(`The Dockerfile has a line that is no instruction: ${line}`);
    const stage = stages.at(-1);
    if (name === "FROM") {
      const [base = "", , own = ""] = words.split(/\s+/);
      stages.push({ name: own, base, instructions: [] });
    } else if (stage === undefined) {
      const [key = "", value = ""] = words.split("=");
      args.set(key, value);
    } else stage.instructions.push({ name, words });
  }
  return { args, stages };
}

/** The words of every instruction of this name, in their order. */
export function wordsOf(stage: Stage, name: string): string[] {
  return stage.instructions.filter((one) => one.name === name).map(({ words }) => words);
}

/** What the image is started with, and how: the environment, the user, the commands as lists of words. */
export interface ImageConfig {
  environment: Record<string, string>;
  uid: number;
  gid: number;
  folder: string;
  command: string[];
  healthCommand: string[];
}

/** The configuration of the image that a stage ends as. Throws where a command is not in its exec form. */
export function configOf(stage: Stage): ImageConfig {
  const last = (name: string) => wordsOf(stage, name).at(-1) ?? "";
  const environment = wordsOf(stage, "ENV").flatMap((words) =>
    words.split(/\s+/).map((pair) => pair.split("=") as [string, string]),
  );
  const [uid, gid] = last("USER").split(":").map(Number);
  return {
    environment: Object.fromEntries(environment),
    uid: uid ?? Number.NaN,
    gid: gid ?? Number.NaN,
    folder: last("WORKDIR"),
    command: [...JSON.parse(last("ENTRYPOINT")), ...JSON.parse(last("CMD"))],
    healthCommand: JSON.parse(last("HEALTHCHECK").replace(/^.*?\bCMD\s+/, "")),
  };
}
