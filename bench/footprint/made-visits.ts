import { newId } from "@/lib/platform/ids";
import { type MadeCall, makeHistory, places, userAgents } from "@/lib/scans/generate/history";
import { readAgent } from "@/lib/scans/user-agent";
import type { Visit } from "@/lib/scans/visit";

const dayMs = 86_400_000;
const agents = userAgents.map((userAgent) => ({ ...readAgent(userAgent), userAgent }));

/** The codes that visits are of; some are far better known than others, unless `isEven`. */
export interface Visited {
  codes: readonly { id: string; accountId: string }[];
  isEven?: boolean;
}

/** People's visits as they are made up for a history, without end, in batches of so many. */
export class VisitMaker {
  readonly #codes: Visited["codes"];
  readonly #calls: Iterator<MadeCall>;
  readonly #isEven: boolean;

  constructor({ codes, isEven = false }: Visited) {
    const plan = { from: 0, to: 3_650 * dayMs, count: 100_000_000, codes: codes.length, seed: 7 };
    this.#codes = codes;
    this.#calls = makeHistory(plan);
    this.#isEven = isEven;
  }

  take(count: number): Visit[] {
    return Array.from({ length: count }, () => this.#make());
  }

  #make(): Visit {
    let call: MadeCall;
    do call = this.#calls.next().value as MadeCall;
    while (call.machine >= 0);
    const place = this.#isEven ? Math.floor(Math.random() * this.#codes.length) : call.code;
    const { id, accountId } = this.#codes[place]!;
    const { country, city } = places[call.place]!;
    const [upper, lower] = call.visitor;
    const visitor = BigInt.asIntN(64, (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0)).toString();
    const described = { ...agents[call.agent]!, visitor, country, city };
    return { id: newId(), codeId: id, accountId, isSandbox: false, visitor: described, excluded: null };
  }
}
