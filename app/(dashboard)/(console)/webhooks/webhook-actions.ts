import {
  editWebhook,
  makeWebhook,
  removeWebhook,
  renewSecret,
  sendTestEvent,
  switchWebhook,
} from "./actions";

/** What the pages of webhooks can ask for. */
export const webhookActions = {
  create: makeWebhook,
  change: editWebhook,
  setActive: switchWebhook,
  rotate: renewSecret,
  test: sendTestEvent,
  remove: removeWebhook,
};
