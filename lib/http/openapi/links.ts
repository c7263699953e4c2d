import type { oas31 } from "zod-openapi";
import type { Contract } from "../contract";

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** OpenAPI links from the answer that creates something to every operation on it, which fill the parameters of its path. */
export function describeLinks(
  { makes }: Contract,
  contracts: readonly Contract[],
): { links?: Record<string, oas31.LinkObject> } {
  if (makes === undefined) return {};
  const names = parametersOf(makes);
  const created = names.at(-1);
  const parameters = Object.fromEntries(
    names.map((name) => [name, name === created ? "$response.body#/id" : `$request.path.${name}`]),
  );
  const targets = contracts.filter(
    ({ path }) => path.startsWith(makes) && parametersOf(path).length === names.length,
  );
  const links = targets.map(({ id, summary }) => [id, { operationId: id, parameters, description: summary }]);
  return { links: Object.fromEntries(links) };
}
