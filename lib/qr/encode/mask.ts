import type { PackedSymbol } from "./placement";
import { maxSize } from "./segments";
import type { Template } from "./template";

/**
 * The mask with the least penalty, the lowest number among equals (ISO/IEC 18004:2015 §7.8.3).
 *
 * @param data the codewords in place, unmasked
 */
export function chooseMask(data: PackedSymbol, { planes, size }: Template): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask < planes.length; mask++) {
    const penalty = scorePenalty(data, planes[mask]!, size, least);
    if (penalty >= least) continue;
    best = mask;
    least = penalty;
  }
  return best;
}

/**
 * The penalty of the symbol `data` XOR `plane` by the four rules of §7.8.3.1, over the whole
 * symbol with its format information, as the standard asks. Where its words leave a choice:
 * - The area judged ends at the symbol. The quiet zone is no part of it, so the light area of rule 3 lies inside.
 * - Rule 3 counts a pattern "preceded or followed" by light once, also where both are true.
 * - Rule 4 takes whole steps of 5 % between the share of dark modules and 50 %.
 *
 * Sizes are 1 more than a multiple of 4, so all loops go on by two modules after the first.
 *
 * @param limit a penalty already known to be too much: a result at or above it is only a lower bound.
 */
export function scorePenalty(data: PackedSymbol, plane: PackedSymbol, size: number, limit: number): number {
  let score = scoreBoxesAndBalance(data, plane, size);
  for (let left = 0, strip = 0; left < 2 * size && score < limit; left += 32, strip += size) {
    score += scoreStrip(data, plane, strip, size, lowBits(2 * size - left));
  }
  return score;
}

/** The lowest `count` bits, at most all 32. */
function lowBits(count: number): number {
  return count >= 32 ? -1 : (1 << count) - 1;
}

/** Set bits of two words, added by pairs, fours and eights of bits. */
function countBits(one: number, other: number): number {
  const pairs = one - ((one >>> 1) & 0x55555555);
  const otherPairs = other - ((other >>> 1) & 0x55555555);
  const fours =
    (pairs & 0x33333333) +
    ((pairs >>> 2) & 0x33333333) +
    (otherPairs & 0x33333333) +
    ((otherPairs >>> 2) & 0x33333333);
  return Math.imul((fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Rule 2 (3 for each square of 2 × 2 alike) and rule 4 (10 for each 5 % off balance): the rows tell both. */
function scoreBoxesAndBalance(data: PackedSymbol, plane: PackedSymbol, size: number): number {
  let boxes = 0;
  let dark = 0;
  for (let left = 0, strip = 0; left < size; left += 32, strip += size) {
    const inside = lowBits(size - left);
    // A column's box lies between it and its right neighbour, which the last one has not.
    const paired = lowBits(size - 1 - left);
    let above = data[strip]! ^ plane[strip]!;
    let edgesAbove = above ^ ((above >>> 1) | ((data[strip + size]! ^ plane[strip + size]!) << 31));
    dark += countBits(above & inside, 0);
    for (let at = strip + 1, next = at + size; at < strip + size; at += 2, next += 2) {
      const row = data[at]! ^ plane[at]!;
      const edges = row ^ ((row >>> 1) | ((data[next]! ^ plane[next]!) << 31));
      const below = data[at + 1]! ^ plane[at + 1]!;
      const edgesBelow = below ^ ((below >>> 1) | ((data[next + 1]! ^ plane[next + 1]!) << 31));
      const upperBoxes = ~(edgesAbove | edges | (above ^ row)) & paired;
      const lowerBoxes = ~(edges | edgesBelow | (row ^ below)) & paired;
      boxes += countBits(upperBoxes, lowerBoxes);
      dark += countBits(row & inside, below & inside);
      above = below;
      edgesAbove = edgesBelow;
    }
  }
  const total = size * size;
  return 3 * boxes + 10 * Math.floor((Math.abs(2 * dark - total) * 10) / total);
}

/**
 * The lines in which a module ends four light ones, and a pattern of rule 3; at `lead` more than the module's number,
 * after zeros, so that a loop may look back from the first module on.
 */
const lead = 11;
const lightEnds = new Int32Array(lead + maxSize);
const finderEnds = new Int32Array(lead + maxSize);

/**
 * Rules 1 and 3 in 32 lines at once, module after module. A change is a line in which a module differs from the one
 * before; c1 is the latest of those before the two in hand. The first module counts as a change.
 *
 * @param top the strip's first word
 * @param lines those that belong to the symbol
 */
function scoreStrip(
  data: PackedSymbol,
  plane: PackedSymbol,
  top: number,
  size: number,
  lines: number,
): number {
  let score = 0;
  let before = data[top]! ^ plane[top]!;
  let c1 = -1;
  let c2 = 0;
  let c3 = 0;
  let c4 = 0;
  let c5 = 0;
  for (let y = 1, at = lead + 1; y < size; y += 2, at += 2) {
    const one = data[top + y]! ^ plane[top + y]!;
    const two = data[top + y + 1]! ^ plane[top + y + 1]!;
    const change1 = one ^ before;
    const change2 = two ^ one;
    // Five alike end here. A run of n ≥ 5 has n − 4 such ends and weighs n − 2: its first end counts three times.
    const five1 = ~(change1 | c1 | c2 | c3) & lines;
    const five2 = ~(change2 | change1 | c1 | c2) & lines;
    score += countBits(five1, five2) + 2 * countBits((five1 & c4) | (five2 & c3), 0);
    const light1 = ~(one | change1 | c1 | c2);
    const light2 = ~(two | change2 | change1 | c1);
    lightEnds[at] = light1;
    lightEnds[at + 1] = light2;
    // Dark, light, three dark, light and dark end here.
    const finder1 = one & change1 & c1 & ~(c2 | c3) & c4 & c5 & lines;
    const finder2 = two & change2 & change1 & ~(c1 | c2) & c3 & c4 & lines;
    finderEnds[at] = finder1;
    finderEnds[at + 1] = finder2;
    const preceded1 = finder1 & lightEnds[at - 7]!;
    const preceded2 = finder2 & lightEnds[at - 6]!;
    const followed1 = finderEnds[at - 4]! & light1;
    const followed2 = finderEnds[at - 3]! & light2;
    // Rare enough for a branch. A pattern that seems to end at module 5 lacks its first one, and counts from 9.
    if ((preceded1 | preceded2 | followed1 | followed2) !== 0) {
      if (y > 9) score += 40 * countBits(preceded1, followed1 & ~lightEnds[at - 11]!);
      score += 40 * countBits(preceded2, followed2 & ~lightEnds[at - 10]!);
    }
    c5 = c3;
    c4 = c2;
    c3 = c1;
    c2 = change1;
    c1 = change2;
    before = two;
  }
  return score;
}
