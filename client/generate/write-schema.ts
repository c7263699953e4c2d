import openapiTS, { astToString } from "openapi-typescript";
import type { Document, Operation } from "./describe";

const kept = new Set(["webhooks", "components", "operations"]);

/**
 * The types of what is sent and answered. Headers, errors and examples of answers are left out: they are the same
 * everywhere, and would be most of it.
 */
export async function writeSchema(document: Document): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(trim(document)), { defaultNonNullable: false });
  const used = nodes.filter((node) => kept.has((node as { name?: { text: string } }).name?.text ?? ""));
  return `/* Made from docs/openapi by \`npm run openapi\`; change the contracts instead. */\n${astToString(used)}`;
}

function trim({ openapi, info, paths, webhooks = {}, components: { schemas } }: Document) {
  return {
    openapi,
    info,
    components: { schemas },
    paths: trimItems(paths),
    webhooks: trimItems(webhooks),
  };
}

function trimItems(items: Document["paths"]) {
  const trimItem = (item: Record<string, Operation>) =>
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, trimOperation(operation)]));
  return Object.fromEntries(Object.entries(items).map(([path, item]) => [path, trimItem(item)]));
}

function trimOperation({ operationId, parameters = [], requestBody, responses }: Operation) {
  const successes = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { headers: _, ...answer }]) => [status, answer]);
  return {
    operationId,
    parameters: parameters.filter((parameter) => parameter.in !== "header"),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(successes),
  };
}
