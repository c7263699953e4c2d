/** At most `limit` requests under `key` in a window of `windowSeconds`, which opens with the first one counted. */
export interface RateRule {
  key: string;
  /** Rules that are decided together name the same group: a Redis Cluster keeps its windows on one node. */
  group?: string;
  limit: number;
  windowSeconds: number;
}

/** The group of rules that are decided together, or of a single one its key. Throws for rules of several groups. */
export function groupOf([first, ...others]: readonly RateRule[]): string {
  if (first === undefined) throw new RangeError("no rule to decide by");
  if (others.some(({ group }) => group === undefined || group !== first.group))
    throw new RangeError("rules that are decided together name the same group");
  return first.group ?? first.key;
}

/** One key's window as it stands; one with a count of 0 is not open, and would end so if it opened now. */
export interface Window {
  count: number;
  /** Milliseconds until the window ends, more than 0, by the clock that counts. */
  endsInMs: number;
  /** The same instant as epoch milliseconds; the same at every request of a window. */
  endsAtMs: number;
}

/** What a store decided: counted under every rule or, when one had no room, under none. One window for each rule. */
export interface Counted {
  allowed: boolean;
  windows: Window[];
}

/** What counts requests. All rules of a call are one atomic step. Rejects when it cannot tell. */
export interface RateStore {
  consume(rules: readonly RateRule[]): Promise<Counted>;
  /** The windows as they stand; counts nothing and opens none. */
  peek(rules: readonly RateRule[]): Promise<Window[]>;
}

/** The answer to one request, in the words of the headers; of several rules the one that is nearest. */
export interface RateResult {
  allowed: boolean;
  limit: number;
  /** Requests left in the window, never negative. */
  remaining: number;
  /** Epoch seconds at which the window is over. */
  resetAtSeconds: number;
  /** Whole seconds after which a refused request succeeds, 1 or more; 0 when it was allowed. */
  retryAfterSeconds: number;
}

/** How much of a rule is used at this moment. */
export interface RateUse {
  limit: number;
  used: number;
  /** When the count starts again; null while no window is open, since the next request opens one. */
  resetsAt: Date | null;
}

/** What is used of each rule, in their order. */
export function presentUses(rules: readonly RateRule[], windows: readonly Window[]): RateUse[] {
  return rules.map(({ limit }, i) => {
    const { count = 0, endsAtMs = 0 } = windows[i] ?? {};
    return { limit, used: count, resetsAt: count === 0 ? null : new Date(endsAtMs) };
  });
}

/** Picks the rule to describe: of those that refuse the one that ends last, else the one with the least left. */
export function presentResult(rules: readonly RateRule[], { allowed, windows }: Counted): RateResult {
  let nearest: State | undefined;
  for (const [i, rule] of rules.entries()) {
    const window = windows[i];
    if (window === undefined) throw new RangeError("a rule has no window");
    const state = { rule, window, left: Math.max(0, rule.limit - window.count) };
    const speaks = allowed || state.left === 0;
    if (speaks && (nearest === undefined || isNearer(state, nearest))) nearest = state;
  }
  if (nearest === undefined) throw new RangeError("no rule speaks");
  const { rule, window, left } = nearest;
  return {
    allowed,
    limit: rule.limit,
    remaining: left,
    resetAtSeconds: Math.ceil(window.endsAtMs / 1000),
    retryAfterSeconds: allowed ? 0 : secondsPast(window.endsInMs, rule.windowSeconds),
  };
}

interface State {
  rule: RateRule;
  window: Window;
  left: number;
}

function isNearer(one: State, other: State): boolean {
  return one.left < other.left || (one.left === other.left && one.window.endsInMs > other.window.endsInMs);
}

/** Whole seconds that end strictly after `ms`, so that a client's timer may fire a little early. */
function secondsPast(ms: number, windowSeconds: number): number {
  return Math.min(windowSeconds, Math.floor(ms / 1000) + 1);
}
