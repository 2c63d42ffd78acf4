/** Random choices that a seed repeats. */
export interface Random {
  /** A number from 0 to 1, without 1. */
  next(): number;
  /** An integer from 0 to `end`, without `end`. */
  below(end: number): number;
  /** Whether an event of this probability happens. */
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates random choices with the generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
