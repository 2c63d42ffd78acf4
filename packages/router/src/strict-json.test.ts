import { DomainError } from '@parley/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseStrictJson(bytes(text));

function rejection(body: string | Uint8Array): string {
  try {
    parseStrictJson(typeof body === 'string' ? bytes(body) : body);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') return error.message;
    throw error;
  }
  throw new Error('it was accepted');
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('valid strict JSON', () => {
  it.each([
    '0',
    '-0.5e-3',
    '1e-20',
    '-5.551115123125783e-17',
    '0.000e-400',
    '9007199254740991',
    '-9007199254740991',
    '1e3',
    '1.5e+2',
    'true',
    'null',
    '""',
    ' \t\r\n{ "a" : [ 1 , { "b" : null } , [ ] ] } ',
    String.raw`{"\"":1,"\\":2,"\\\"":3}`,
    String.raw`["\"","\\\\","\/","\b\f\n\r\t","\u00e9","\ud83d\ude00"]`,
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":["a","a"],"b":["a"]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":[1,{"b":2},"c"],"c":3}',
    '["__proto__",{"proto":"__proto__"}]',
    '{"constructor":1,"toString":2,"":3}',
    '"😀 und mehr"',
  ])('parses %s as JSON.parse does', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('accepts 32 levels and rejects the 33rd', () => {
    expect(parse(nested(32))).toEqual(JSON.parse(nested(32)));
    expect(rejection(nested(33))).toBe('The body is nested deeper than 32 levels.');
    expect(rejection(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toContain('deeper than 32');
  });

  it.each([
    ['numbers', '1'],
    ['decimal numbers', '-1.5e3'],
    ['strings', '"true, [1]"'],
    ['booleans', 'false'],
    ['nulls', 'null'],
    ['empty objects', '{}'],
    ['empty arrays', '[]'],
  ])('accepts 10,000 values and rejects the next one: %s', (_, value) => {
    const array = (length: number) => `[${Array(length).fill(value).join(', ')}]`;
    expect(parse(array(9_999))).toHaveLength(9_999);
    expect(rejection(array(10_000))).toBe(
      'The body has more than 10,000 JSON values, where every object, array, string, number, boolean and null counts; send fewer, or send a long list as one string.',
    );
  });

  it('counts no keys', () => {
    const object = Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`n${n}`, true]));
    expect(parse(JSON.stringify(object))).toEqual(object);
  });

  it('counts open levels only', () => {
    expect(parse(`[${Array(40).fill('[{}]').join(',')}]`)).toHaveLength(40);
  });

  it('rejects a hundred thousand levels without a crash', () => {
    expect(rejection(nested(100_000))).toMatch(/^The body is n/);
  });
});

describe('JSON that cannot be stored unchanged', () => {
  it.each(['', ' ', '{', '[1,]', '{"a":1,}', "{'a':1}", '01', 'NaN', '{"a":1}{"b":2}', '"\t"'])(
    'rejects %j, which is not JSON',
    (text) => {
      expect(rejection(text)).toBe('The body is not valid JSON.');
    },
  );

  it('rejects bytes that are not UTF-8', () => {
    expect(rejection(Uint8Array.of(0x22, 0xff, 0x22))).toBe('The body is not valid UTF-8.');
    expect(rejection(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toContain('UTF-8');
    expect(rejection(Uint8Array.of(0x22, 0xc3))).toContain('UTF-8');
  });

  it('rejects a byte order mark instead of dropping it', () => {
    expect(rejection('\uFEFF{}')).toBe(
      'The body begins with a byte order mark. Send UTF-8 without one.',
    );
  });

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{},"a":2}',
    '{"a":{"b":[{"c":1,"c":2}]}}',
    '{"a":[1,2,{"x":"y"}],"b":1,"a":2}',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"\"":1,"\u0022":2}`,
    '{"":1,"":2}',
  ])('rejects a duplicate key: %s', (text) => {
    expect(rejection(text)).toContain('twice in one object');
  });

  it('names the duplicate key, shortened if it is long', () => {
    expect(rejection('{"a":1,"a":1}')).toBe('The body contains the key "a" twice in one object.');
    const long = 'k'.repeat(500);
    expect(rejection(`{"${long}":1,"${long}":1}`)).toHaveLength(
      'The body contains the key "" twice in one object.'.length + 80,
    );
  });

  it.each(['{"__proto__":1}', '[{"a":{"__proto__":{}}}]', String.raw`{"\u005f_proto__":1}`])(
    'rejects the key __proto__: %s',
    (text) => {
      expect(rejection(text)).toContain('__proto__');
    },
  );

  it.each([
    '9007199254740992',
    '-9007199254740992',
    '{"a":[9007199254740993.0]}',
    '1e16',
    '1E+400',
    '-1e400',
    `1${'0'.repeat(300)}`,
  ])('rejects a number beyond 2^53: %s', (text) => {
    expect(rejection(text)).toContain('beyond 2^53');
  });

  it.each(['5e-324', '-9.9e-21', '0.1e-300', '1e-400', '-0.01E-999', `0.${'0'.repeat(20)}1`])(
    'rejects a number that is not 0 but closer to it than 1e-20: %s',
    (text) => {
      expect(rejection(text)).toContain('closer to 0 than 1e-20');
    },
  );

  it('names the field of a number, with the beginning of a long path', () => {
    const cart = '{"total":1,"cart":{"note":"a,[b","lines":[{"x":[1,2]},{"y":{},"z":[0,{"net":1}]}';
    expect(rejection(`${cart},[3,5e-324]]}}`)).toBe(
      'The body contains the number 5e-324 at cart.lines.2.1, which is closer to 0 than 1e-20; send 0 or a string.',
    );
    expect(rejection(`${cart},{"tax":1e16}]}}`)).toBe(
      'The body contains the number 1e16 at cart.lines.2.tax, which is beyond 2^53; send it as a string.',
    );
    expect(rejection(`{"${'k'.repeat(1000)}":1e16}`).length).toBeLessThan(300);
  });

  it('checks every number of the body', () => {
    expect(rejection('[1,-2,3.5,{"a":9007199254740992}]')).toContain('9007199254740992');
    expect(parse('["9007199254740992"]')).toEqual(['9007199254740992']);
  });

  it.each([String.raw`"a\u0000b"`, String.raw`{"a\u0000":1}`, String.raw`[{"a":["\u0000"]}]`])(
    'rejects a NUL character: %s',
    (text) => {
      expect(rejection(text)).toContain('NUL');
    },
  );

  it('accepts an escaped backslash before u0000', () => {
    expect(parse(String.raw`"\\u0000"`)).toBe(String.raw`\u0000`);
  });

  it.each([String.raw`"\ud800"`, String.raw`{"\udc00":1}`, String.raw`"\ude00\ud83d"`])(
    'rejects a lone surrogate: %s',
    (text) => {
      expect(rejection(text)).toContain('lone surrogate');
    },
  );

  it('names the place of a character that it rejects', () => {
    const cart = JSON.stringify({ lines: [{}, { name: 'Mug 😍'.slice(0, 5) }] });
    expect(rejection(cart)).toContain('a lone surrogate at lines.1.name, which');
    expect(rejection(String.raw`{"lines":[{"\u0000":1}]}`)).toContain(
      'a NUL character at lines.0, which',
    );
  });
});

/** Whether a value is storable, decided without the parser: by walking the value. */
function isStorable(value: unknown, levels = 32): boolean {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? Number.isSafeInteger(value) : Math.abs(value) >= 1e-20;
  }
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, levels - 1));
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && isStorable(key) && isStorable(item, levels - 1),
  );
}

describe('any JSON value', () => {
  const anyJson = fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 });
  const spaces = fc.constantFrom(undefined, 1, '\t', '  ');

  it('is parsed as JSON.parse does, or rejected if it is not storable', () => {
    fc.assert(
      fc.property(anyJson, spaces, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = JSON.parse(text);
        if (isStorable(read)) expect(parse(text)).toStrictEqual(read);
        else expect(() => parse(text)).toThrow(DomainError);
      }),
      { numRuns: 500 },
    );
  });

  it('is rejected if any object in it has a duplicate key', () => {
    const key = fc
      .string({ unit: 'grapheme', maxLength: 5 })
      .filter((k) => k !== '__proto__' && !k.includes('\0'));
    const value = fc.jsonValue({ maxDepth: 2 }).filter((v) => isStorable(v, 8));
    const wraps = fc.array(fc.constantFrom('array', 'object'), { maxLength: 6 });
    fc.assert(
      fc.property(key, value, value, wraps, (name, first, second, around) => {
        const twice = `{${quoted(name)}:${JSON.stringify(first)},"between":0,${escaped(name)}:${JSON.stringify(second)}}`;
        const text = around.reduce(
          (inner, kind) => (kind === 'array' ? `[0,${inner}]` : `{"x":${inner}}`),
          twice,
        );
        expect(rejection(text)).toContain('twice');
      }),
    );
  });
});

const quoted = (text: string) => JSON.stringify(text);

/** The same string with every character written as an escape. */
function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}
