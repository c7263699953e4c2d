import { checkAddress, checkService } from "./address";
import { checkDatabase } from "./database";
import { checkDisk } from "./disk";
import { type Finding, runCheck } from "./finding";
import { checkMail, checkRedis } from "./services";
import { checkSettings } from "./settings";

export interface Examination {
  failed: number;
  warnings: number;
  findings: Finding[];
}

/** Checks what the service depends on, beside a running one or without. It changes nothing, and never throws. */
export async function examine(): Promise<Examination> {
  const { areUsable, findings: settings } = checkSettings();
  // Nothing else can be checked by settings that can't be read.
  const found = areUsable ? await examineDependencies() : [];
  const findings = [...settings, ...found.flat()];
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  return { failed: count("failed"), warnings: count("warning"), findings };
}

function examineDependencies(): Promise<Finding[][]> {
  return Promise.all([
    runCheck("database", checkDatabase),
    runCheck("redis", checkRedis),
    runCheck("mail", checkMail),
    runCheck("address", checkAddress),
    runCheck("service", checkService),
    runCheck("disk", checkDisk),
  ]);
}
