import type { ConsoleDomain } from "@/lib/domains/schema";

type Place = Pick<ConsoleDomain, "id" | "isServed" | "createdAt" | "suspended">;

/**
 * The domains that can take the codes of one that is deleted: the oldest served ones that the plan has room for without it,
 * except suspended ones, as the server judges them.
 *
 * @param most how many domains the plan includes.
 */
export function listGoals<D extends Place>(domains: readonly D[], deletedId: string, most: number): D[] {
  return domains
    .filter(({ id, isServed }) => isServed && id !== deletedId)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(0, most)
    .filter(({ suspended }) => suspended === undefined);
}

const keyOf = ({ createdAt, id }: Place): string => `${createdAt} ${id}`;
