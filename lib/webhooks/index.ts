export { getDelivery, getWebhook, listDeliveries, retryDelivery, retryFailed, sendTest } from "./deliveries";
export { sampleData } from "./sample-data";
export { validateNewWebhook, validateWebhookChange } from "./validate-url";
export { changeWebhook, createWebhook, deleteWebhook, listWebhooks, rotateSecret } from "./webhooks";
