export { countLog } from "./count-log";
export { endLiveLogs, followLog } from "./follow-log";
export { getLogDelivery } from "./get-delivery";
export { listLog } from "./list-log";
export { getConsoleWebhook, listConsoleWebhooks } from "./list-webhooks";
