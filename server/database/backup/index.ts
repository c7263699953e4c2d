export type { Manifest } from "./format";
export { checkBackup } from "./read-backup";
export { deliveryChoices, restoreBackup } from "./restore-backup";
export { writeBackup } from "./write-backup";
