/** A sequence of pseudo-random choices that a seed determines. */
export interface Random {
  /** A number from 0, inclusive, to 1, exclusive. */
  next(): number;
  /** An integer from 0 to `end`, without `end`. */
  below(end: number): number;
  /** An integer from `from` to `to`, both inclusive. */
  integer(from: number, to: number): number;
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean;
  /** An element of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** A list in another order. */
  shuffle<T>(list: readonly T[]): T[];
  /** A sequence of its own, which does not depend on the later choices of this one. */
  fork(name: string): Random;
}

/** Creates a sequence (mulberry32). Equal seeds create equal sequences. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    integer: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick(list) {
      const index = below(list.length);
      if (list.length === 0) throw new Error('pick() needs a list with an element');
      return list[index] as (typeof list)[number];
    },
    shuffle: (list) =>
      list
        .map((element) => ({ element, order: next() }))
        .sort((one, other) => one.order - other.order)
        .map(({ element }) => element),
    fork: (name) => createRandom(hash(`${seed} ${name}`)),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
