// Runs dependency-cruiser over the house and fails, too, when it saw next to nothing:
// with an unreadable tsconfig or compiler it cruises 0 modules and calls that clean.
import { execFileSync } from "node:child_process";

const folders = ["app", "lib", "components", "server", "e2e", "bench"];
const leastModules = 50;

const output = execFileSync(
  process.execPath,
  ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ...folders, "--output-type", "json"],
  { maxBuffer: 1 << 28, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
);
const { summary } = JSON.parse(output);

for (const violation of summary.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
}
console.error(`layers: ${summary.totalCruised} modules, ${summary.violations.length} violations`);
if (summary.totalCruised < leastModules) {
  console.error(`Expected at least ${leastModules} modules; the cruise did not see the house.`);
  process.exit(1);
}
if (summary.violations.length > 0) process.exit(1);
