/** Numbers that look random and are the same for the same seed: sfc32, which passes the usual batteries of tests. */
export class Random {
  #a = 0;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed a whole number below 2^32. */
  constructor(seed: number) {
    this.#b = seed | 0;
    this.#c = 0x9e3779b9 | 0;
    // Seeds that differ in one bit begin alike; after these they no longer do.
    for (let round = 0; round < 15; round++) this.word();
  }

  /** A whole number below 2^32. */
  word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to, and without, 1. */
  share(): number {
    return this.word() / 2 ** 32;
  }

  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  /** Time to the next of events that come once in a unit of time on average. */
  wait(): number {
    return -Math.log(1 - this.share());
  }

  /** Around 0, nearly always between -3 and 3. */
  normal(): number {
    return Math.sqrt(2 * this.wait()) * Math.cos(2 * Math.PI * this.share());
  }
}

/** Draws an index as often as its weight says, in the same time for any number of them (Walker's alias method). */
export class Choice {
  readonly #thresholds: Float64Array;
  readonly #aliases: Uint32Array;

  constructor(weights: readonly number[]) {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    this.#thresholds = Float64Array.from(weights, (weight) => (weight / sum) * weights.length);
    this.#aliases = Uint32Array.from(weights, (_, index) => index);
    const small = weights.map((_, index) => index).filter((index) => this.#thresholds[index]! < 1);
    const large = weights.map((_, index) => index).filter((index) => this.#thresholds[index]! >= 1);
    while (small.length > 0 && large.length > 0) {
      const [poor, rich] = [small.pop()!, large.at(-1)!];
      this.#aliases[poor] = rich;
      this.#thresholds[rich]! -= 1 - this.#thresholds[poor]!;
      if (this.#thresholds[rich]! < 1) small.push(large.pop()!);
    }
  }

  draw(random: Random): number {
    const place = random.share() * this.#thresholds.length;
    const index = Math.floor(place);
    return place - index < this.#thresholds[index]! ? index : this.#aliases[index]!;
  }
}
