export { getDelivery, getWebhook, listDeliveries } from "./deliveries";
export { retryDelivery, retryFailed, sendTest } from "./retry";
export { sampleData } from "./sample-data";
export { validateNewWebhook, validateWebhookChange } from "./validate-url";
export { changeWebhook, createWebhook, deleteWebhook, listWebhooks, rotateSecret } from "./webhooks";
