import {
  editWebhook,
  makeWebhook,
  removeWebhook,
  renewSecret,
  sendTestEvent,
  switchWebhook,
} from "./actions";

export const webhookActions = {
  create: makeWebhook,
  change: editWebhook,
  setActive: switchWebhook,
  rotate: renewSecret,
  test: sendTestEvent,
  remove: removeWebhook,
};
