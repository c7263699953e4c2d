export { eraseForgotten } from "./erase-forgotten";
export { forgetWebhook, forgetWebhooksOf } from "./forget";
