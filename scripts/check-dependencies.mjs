// Holds the dependencies to their rules, without a network: licences, where they come from, what they do when they are
// installed, which Node they are for; and the notices to what is shipped.
import { readFileSync } from "node:fs";
import { findFaults } from "./dependencies/find-faults.mjs";
import { readCheckout } from "./dependencies/lockfile.mjs";
import { noticesFile, writeNotices } from "./notices/write-notices.mjs";

const checkout = readCheckout();
const { faults, notes } = findFaults(checkout);
if (readFileSync(noticesFile, "utf8") !== writeNotices(checkout.packages)) {
  faults.push(`${noticesFile} is not what is installed; run npm run notices`);
}
for (const line of [...notes, ...faults]) console.error(line);
console.error(`dependencies: ${checkout.packages.length} packages, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
