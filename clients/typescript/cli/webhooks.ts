import type { Command } from "commander";
import { type Connection, connect } from "./connect";
import { plain, printFields, printJson, printLine, printTable } from "./output";

type Options = Connection & Record<string, string | undefined>;

/** Adds `webhooks` and what belongs to it. */
export function addWebhooks(program: Command): void {
  const webhooks = program.command("webhooks").description("create, test and delete webhooks");
  webhooks
    .command("list")
    .description("list webhooks")
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const { data } = await connect(options).webhooks.list();
      if (options.json) return printJson(data);
      const rows = data.map((one) => ({ ...one, events: one.events.join(","), active: one.isActive }));
      printTable(rows, ["id", "name", "url", "events", "active"]);
    });
  webhooks
    .command("create <url>")
    .description("create a webhook; its secret is shown only once")
    .requiredOption("--name <name>", "display name")
    .requiredOption("--events <events>", "what it receives, separated by commas")
    .action(async (url: string, _, command: Command) => {
      const { name, events, ...options } = command.optsWithGlobals<Options>();
      const kinds = String(events).split(",") as ["scan.created"];
      const made = await connect(options).webhooks.create({ name: String(name), url, events: kinds });
      if (options.json) return printJson(made);
      const { id, secret, signingSecret } = made;
      printFields({ id, name, url, events, secret, signingSecret });
    });
  webhooks
    .command("delete <id>")
    .description("delete a webhook")
    .requiredOption("--yes", "confirm")
    .action(async (id: string, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      await connect(options).webhooks.delete(id);
      if (options.json) printJson({ deleted: [id] });
      else printLine(`Deleted ${id}`);
    });
  webhooks
    .command("test <id>")
    .description("send a test event to a webhook")
    .option("--type <type>", "the type of the event; without it the first that the webhook receives")
    .action(async (id: string, _, command: Command) => {
      const { type, ...options } = command.optsWithGlobals<Options>();
      const delivery = await connect(options).webhooks.test(id, type ? { type: type as "scan.created" } : {});
      if (options.json) printJson(delivery);
      else printLine(`Sent as delivery ${plain(delivery.id)}`);
    });
  addDeliveries(webhooks);
}

function addDeliveries(webhooks: Command): void {
  webhooks
    .command("deliveries <id>")
    .description("list a webhook's latest deliveries")
    .option("--status <status>", "pending, delivered, retrying or failed")
    .action(async (id: string, _, command: Command) => {
      const { status, ...options } = command.optsWithGlobals<Options>();
      const filter = { limit: 50, ...(status && { status: status as "failed" }) };
      const { data } = await connect(options).webhooks.listDeliveries(id, filter);
      if (options.json) return printJson(data);
      printTable(data, [
        "id",
        "eventType",
        "status",
        "attempts",
        "responseStatus",
        "durationMs",
        "createdAt",
      ]);
    });
  webhooks
    .command("retry <id> <delivery>")
    .description("send a delivery again")
    .action(async (id: string, delivery: string, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const made = await connect(options).webhooks.retryDelivery(id, delivery);
      if (options.json) printJson(made);
      else printLine(`Sent again as delivery ${plain(made.id)}`);
    });
}
