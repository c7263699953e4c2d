import { Choice, Random } from "./random";
import { dayMs, type HistoryHour, planHours, type Span } from "./rhythm";
import { type Country, countries, families, machines, placesOf, withoutPhone } from "./visitors";

/** All that a history follows from; the same plan gives the same history. */
export interface HistoryPlan extends Span {
  /** Scans of persons; calls of machines come on top. */
  count: number;
  /** Codes that they are of. */
  codes: number;
  /** A whole number below 2^32. */
  seed: number;
}

/** One call of a short URL. Codes, places and user agents are indices. */
export interface MadeCall {
  /** Milliseconds of the epoch. Each later than the last. */
  at: number;
  code: number;
  /** Of `machines`; -1 for a person. */
  machine: number;
  place: number;
  agent: number;
  /** Upper and lower half of the visitor's hash. */
  visitor: readonly [number, number];
}

/** Every place that a scan may come from. */
export const places = countries.flatMap((country) =>
  placesOf(country).map(([city, share]) => ({ country: country.code, city, share })),
);

/** Every user agent that a person may have. */
export const userAgents = families.flatMap((family) => family.userAgents);

/** Calls of machines for each scan. */
const machineShare = 0.06;
/** Scans by somebody who has scanned that day already, and those of them that are of the same code. */
const returningShare = 0.16;
const sameCodeShare = 0.75;
/** So many visitors are remembered, so that returning ones return soon. */
const remembered = 512;
/** Calls in the order of time: `count` scans of persons, and machines between them. */
export function* makeHistory(plan: HistoryPlan): Generator<MadeCall> {
  const maker = new CallMaker(plan);
  let total = 0;
  for (const { weight } of planHours(plan, plan.codes, plan.seed)) total += weight;
  let weight = 0;
  let made = 0;
  let last = plan.from - 1;
  for (const hour of planHours(plan, plan.codes, plan.seed)) {
    weight += hour.weight;
    const amount = Math.min(plan.count, Math.round((plan.count * weight) / total)) - made;
    made += amount;
    maker.enter(hour);
    for (const at of maker.spreadTimes(hour, amount)) {
      last = Math.max(last + 1, at);
      yield maker.makeScan(last);
      if (maker.isMachineNext()) {
        last += 1;
        yield maker.makeMachineCall(last);
      }
    }
  }
}

/** Draws what each call is like. */
class CallMaker {
  readonly #random: Random;
  readonly #codes: readonly Choice[];
  readonly #places: readonly Choice[];
  readonly #agents: readonly Choice[];
  readonly #machines = new Choice(machines.map(({ share }) => share));
  readonly #allCodes: Choice;
  #countries = new Choice([1]);
  #hour: HistoryHour | null = null;
  #day = Number.NaN;
  /** Who scanned last, the oldest overwritten. */
  #visitors: MadeCall[] = [];
  #visits = 0;

  constructor({ codes, seed }: HistoryPlan) {
    // Another stream than the plan's, so that how many scans an hour has does not depend on what they are like.
    this.#random = new Random(seed ^ 0x5bd1e995);
    const popularity = rankCodes(codes, this.#random);
    this.#allCodes = new Choice(popularity);
    // Each code has countries where it is seen more: a menu hangs in one place.
    this.#codes = countries.map(
      () => new Choice(popularity.map((weight) => weight * (0.3 + 2 * this.#random.share() ** 2))),
    );
    this.#places = countries.map(choosePlace);
    this.#agents = countries.map(chooseAgent);
  }

  enter(hour: HistoryHour): void {
    this.#hour = hour;
    this.#countries = new Choice(hour.byCountry);
  }

  /** Instants within an hour in their order, as if each came by chance. */
  *spreadTimes({ from, to }: HistoryHour, amount: number): Generator<number> {
    const waits = Float64Array.from({ length: amount + 1 }, () => this.#random.wait());
    const sum = waits.reduce((total, wait) => total + wait, 0);
    let passed = 0;
    for (let index = 0; index < amount; index++) {
      passed += waits[index]!;
      yield Math.floor(from + (passed / sum) * (to - from));
    }
  }

  makeScan(at: number): MadeCall {
    if (Math.floor(at / dayMs) !== this.#day) {
      // With the day the salt changes: nobody is known from yesterday.
      this.#day = Math.floor(at / dayMs);
      this.#visitors = [];
      this.#visits = 0;
    }
    const scan =
      this.#visitors.length > 0 && this.#random.share() < returningShare
        ? this.#return(at)
        : this.#arrive(at);
    this.#visitors[this.#visits++ % remembered] = scan;
    return scan;
  }

  isMachineNext(): boolean {
    return this.#random.share() < machineShare;
  }

  makeMachineCall(at: number): MadeCall {
    const code = this.#allCodes.draw(this.#random);
    return { at, code, machine: this.#machines.draw(this.#random), place: 0, agent: 0, visitor: [0, 0] };
  }

  #arrive(at: number): MadeCall {
    const random = this.#random;
    const country = this.#countries.draw(random);
    return {
      at,
      code: this.#chooseCode(country),
      machine: -1,
      place: placeOffsets[country]! + this.#places[country]!.draw(random),
      agent: this.#agents[country]!.draw(random),
      visitor: [random.word(), random.word()],
    };
  }

  #return(at: number): MadeCall {
    const random = this.#random;
    const before = this.#visitors[random.below(this.#visitors.length)]!;
    const code = random.share() < sameCodeShare ? before.code : this.#allCodes.draw(random);
    return { ...before, at, code };
  }

  #chooseCode(country: number): number {
    let chance = this.#random.share();
    for (const { code, share } of this.#hour!.campaigns) {
      chance -= share;
      if (chance < 0) return code;
    }
    return this.#codes[country]!.draw(this.#random);
  }
}

/** A few get most (Zipf), and which ones is chance. */
function rankCodes(codes: number, random: Random): number[] {
  const weights = Array.from({ length: codes }, (_, rank) => 1 / (rank + 1));
  for (let index = codes - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [weights[index], weights[other]] = [weights[other]!, weights[index]!];
  }
  return weights;
}

const placeOffsets = countries.map((_, index) =>
  countries.slice(0, index).reduce((sum, country) => sum + placesOf(country).length, 0),
);

const choosePlace = (country: Country) => new Choice(placesOf(country).map(([, share]) => share));

function chooseAgent({ iPhones }: Country): Choice {
  const phones = (100 - withoutPhone) / 100;
  const factors = { iPhone: iPhones * phones, Android: (1 - iPhones) * phones, other: 1 };
  const weights = families.flatMap(({ share, on, userAgents: { length } }) =>
    Array<number>(length).fill((share * factors[on]) / length),
  );
  return new Choice(weights);
}
