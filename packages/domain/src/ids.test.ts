import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeBase32,
  formatId,
  getIdTime,
  ID_RANDOM_BYTES,
  type IdPrefix,
  idPattern,
  isId,
} from './ids.ts';

const prefixes: IdPrefix[] = [
  'merch',
  'psess',
  'pspacq',
  'pspcfg',
  'psub',
  'whend',
  'evt',
  'key',
  'req',
];
const anyPrefix = fc.constantFrom(...prefixes);
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const anyRandom = fc.uint8Array({ minLength: ID_RANDOM_BYTES, maxLength: ID_RANDOM_BYTES });
const zeros = new Uint8Array(ID_RANDOM_BYTES);
const ones = new Uint8Array(ID_RANDOM_BYTES).fill(255);
const example = formatId('psess', 1_790_000_000_000, zeros);

describe('formatId', () => {
  it('encodes the prefix, the time and the random bytes', () => {
    expect(formatId('psess', 0, zeros)).toBe(`psess_${'0'.repeat(36)}`);
    // 48 + 128 bits fill 35 characters and one bit, which the last pads with zeros.
    expect(formatId('evt', 2 ** 48 - 1, ones)).toBe(`evt_${'z'.repeat(35)}g`);
    // One millisecond is bit 48: the third of the five bits of the tenth character.
    expect(formatId('key', 1, zeros)).toBe(`key_${'0'.repeat(9)}4${'0'.repeat(26)}`);
  });

  it('contains its time, which getIdTime returns', () => {
    fc.assert(
      fc.property(anyPrefix, anyTime, anyRandom, (prefix, at, random) => {
        expect(getIdTime(formatId(prefix, at, random))).toBe(at);
      }),
    );
  });

  it('contains at least 128 random bits', () => {
    expect(ID_RANDOM_BYTES * 8).toBeGreaterThanOrEqual(128);
  });

  it('rejects a random part of another size', () => {
    for (const size of [15, 17]) {
      expect(() => formatId('psess', 0, new Uint8Array(size))).toThrow(
        new RangeError(`random must have 16 bytes, not ${size}`),
      );
    }
  });

  it.each([-1, 0.5, 2 ** 48, Number.NaN, Number.POSITIVE_INFINITY])('rejects the time %d', (at) => {
    expect(() => formatId('psess', at, zeros)).toThrow(
      new RangeError('atMs must be an integer number of milliseconds from 0 to 2^48 - 1'),
    );
  });

  it('sorts ids by time, independent of the random bytes', () => {
    fc.assert(
      fc.property(anyTime, anyTime, anyRandom, anyRandom, (a, b, ra, rb) => {
        fc.pre(a !== b);
        const [first, second] = a < b ? [ra, rb] : [rb, ra];
        const earlier = formatId('psess', Math.min(a, b), first);
        const later = formatId('psess', Math.max(a, b), second);
        expect(earlier < later).toBe(true);
      }),
    );
  });

  it('creates ids that isId and idPattern accept for their prefix only', () => {
    fc.assert(
      fc.property(anyPrefix, anyTime, anyRandom, (prefix, at, random) => {
        const id = formatId(prefix, at, random);
        expect(prefixes.filter((p) => isId(p, id))).toEqual([prefix]);
        expect(prefixes.filter((p) => idPattern(p).test(id))).toEqual([prefix]);
      }),
    );
  });
});

describe('isId and idPattern', () => {
  it.each([
    ['a prefix of something else', example.replace('psess', 'psub')],
    ['a prefix in capitals', example.replace('psess', 'PSESS')],
    ['no separator', example.replace('_', '')],
    ['another separator', example.replace('_', '-')],
    ['no prefix', example.slice('psess_'.length)],
    ['one character too few', example.slice(0, -1)],
    ['one character too many', `${example}0`],
    ['a capital letter', `${example.slice(0, -1)}A`],
    ['an i', `${example.slice(0, -1)}i`],
    ['an l', `${example.slice(0, -1)}l`],
    ['an o', `${example.slice(0, -1)}o`],
    ['a u', `${example.slice(0, -1)}u`],
    ['a space before', ` ${example}`],
    ['a line break after', `${example}\n`],
    ['a line break at the end', `${example.slice(0, -1)}\n`],
    ['a NUL', `${example.slice(0, -1)}\0`],
    ['a letter of two code units', `${example.slice(0, -2)}😀`],
    ['nothing', ''],
  ])('reject %s', (_, value) => {
    expect(isId('psess', example)).toBe(true);
    expect(isId('psess', value)).toBe(false);
    expect(idPattern('psess').test(value)).toBe(false);
  });

  it('agree on arbitrary text', () => {
    const character = fc.constantFrom(...'0z_ilouA\n😀');
    const body = fc.string({ unit: character, minLength: 34, maxLength: 38 });
    fc.assert(
      fc.property(body, (text) => {
        expect(isId('evt', `evt_${text}`)).toBe(idPattern('evt').test(`evt_${text}`));
      }),
    );
  });
});

describe('encodeBase32', () => {
  /** Decodes with one bigint, independent of the bit shifts of the encoder. */
  function decode(text: string): number[] {
    const size = Math.floor((text.length * 5) / 8);
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    let number = 0n;
    for (const c of text) number = number * 32n + BigInt(alphabet.indexOf(c));
    number /= 2n ** BigInt(text.length * 5 - size * 8);
    return Array.from({ length: size }, (_, i) =>
      Number((number / 256n ** BigInt(size - 1 - i)) % 256n),
    );
  }

  it('can be decoded to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(decode(encodeBase32(bytes))).toEqual([...bytes]);
      }),
    );
  });

  it('preserves the order of byte arrays of equal length', () => {
    fc.assert(
      fc.property(anyRandom, anyRandom, (a, b) => {
        const i = a.findIndex((byte, at) => byte !== b[at]);
        fc.pre(i >= 0);
        expect(encodeBase32(a) < encodeBase32(b)).toBe((a[i] ?? 0) < (b[i] ?? 0));
      }),
    );
  });

  it('encodes no bytes as an empty string', () => {
    expect(encodeBase32(new Uint8Array())).toBe('');
  });
});
