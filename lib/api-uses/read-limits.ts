import type { Caller } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { peekRate, type RateUse } from "@/lib/rate-limit";
import { accountRuleOf, keyRuleOf } from "./limit-rules";
import type { LimitUse, LimitUses } from "./schema";

/**
 * What is used this hour of the limit of the caller's environment and of those of its keys, as the limiter that counts
 * requests knows it; asking counts nothing.
 */
export async function readLimits(
  caller: Caller,
  keys: readonly Pick<ApiKeyResource, "id" | "rateLimit">[] = [],
): Promise<LimitUses> {
  const [account, ...ofKeys] = await peekRate([accountRuleOf(caller), ...keys.map(keyRuleOf)]);
  if (account === undefined) throw new RangeError("the limiter told nothing");
  const uses = ofKeys.map((use, place) => [keys[place]?.id ?? "", presentLimit(use)] as const);
  return { account: presentLimit(account), keys: Object.fromEntries(uses) };
}

function presentLimit({ limit, used, resetsAt }: RateUse): LimitUse {
  return { limit, used, resetsAt: resetsAt?.toISOString() ?? null };
}
