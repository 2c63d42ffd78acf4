import { createHash } from 'node:crypto';
import type { ApiKeyRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authenticateKey, createApiKey, generateKey, isWellFormedKey } from './api-key.ts';
import type { Deps } from './deps.ts';
import { newId } from './new-id.ts';

const anyKey = fc
  .tuple(fc.constantFrom('secret', 'publishable'), fc.constantFrom('test', 'live'))
  .map(([kind, mode]) => ({ kind, mode, key: generateKey(kind, mode) }) as const);

describe('a key', () => {
  it('says its kind and mode, and has 160 random bits and a checksum behind', () => {
    fc.assert(
      fc.property(anyKey, ({ kind, mode, key }) => {
        const prefix = `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_`;
        expect(key).toMatch(new RegExp(`^${prefix}[0-9a-hjkmnp-tv-z]{38}$`));
        expect(isWellFormedKey(key)).toBe(true);
      }),
    );
  });

  it('is another one each time', () => {
    const keys = Array.from({ length: 1000 }, () => generateKey('secret', 'test'));
    expect(new Set(keys).size).toBe(1000);
    // Every place of the random part varies.
    for (let i = 8; i < 40; i++)
      expect(new Set(keys.map((key) => key[i])).size).toBeGreaterThan(10);
  });

  it('is known to be mistyped by any one character', () => {
    const alphabet = [...'0123456789abcdefghjkmnpqrstvwxyz_ILOUiloux-'];
    fc.assert(
      fc.property(anyKey, fc.nat(), fc.constantFrom(...alphabet), ({ key }, at, other) => {
        const i = at % key.length;
        fc.pre(key[i] !== other);
        expect(isWellFormedKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('is known to be mistyped by two characters in each other’s place', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(), ({ key }, at) => {
        const i = at % (key.length - 1);
        const swapped = `${key.slice(0, i)}${key[i + 1]}${key[i]}${key.slice(i + 2)}`;
        fc.pre(swapped !== key);
        expect(isWellFormedKey(swapped)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('is known to be cut or to have something beside it', () => {
    const key = generateKey('secret', 'live');
    for (const wrong of ['', key.slice(1), key.slice(0, -1), `${key} `, ` ${key}`, `${key}\n`]) {
      expect([wrong, isWellFormedKey(wrong)]).toEqual([wrong, false]);
    }
    expect(isWellFormedKey(key.toUpperCase())).toBe(false);
  });
});

/** A place for keys, and how often it was asked. */
function store() {
  const kept: ApiKeyRecord[] = [];
  let asked = 0;
  const database = {
    forScope: (scope: object) => ({
      apiKeys: {
        insert: async (record: object) => void kept.push({ ...scope, ...record } as ApiKeyRecord),
      },
    }),
    findApiKey: async (hash: string) => {
      asked += 1;
      return kept.find((record) => record.keyHash === hash) ?? null;
    },
  };
  return { kept, asked: () => asked, deps: { database, newId } as unknown as Deps };
}

const scope = { merchantId: 'merch_1', mode: 'test' } as const;

describe('keeping a key', () => {
  it('keeps its hash and last four, and a secret one nowhere else', async () => {
    const { kept, deps } = store();
    const key = await createApiKey(deps, scope, { kind: 'secret', name: 'server' });
    expect(kept).toEqual([
      {
        ...scope,
        id: expect.stringMatching(/^key_/),
        kind: 'secret',
        name: 'server',
        keyHash: createHash('sha256').update(key).digest('hex'),
        lastFour: key.slice(-4),
        publicValue: null,
        scopes: [],
        expiresAt: null,
      },
    ]);
    expect(JSON.stringify(kept)).not.toContain(key.slice(8, -4));
  });

  it('keeps a publishable one to be shown again', async () => {
    const { kept, deps } = store();
    const key = await createApiKey(deps, scope, { kind: 'publishable', name: 'page' });
    expect(kept[0]?.publicValue).toBe(key);
  });

  it('takes one that was made before', async () => {
    const { kept, deps } = store();
    const key = generateKey('secret', 'test');
    expect(await createApiKey(deps, scope, { kind: 'secret', name: 'k', key })).toBe(key);
    expect(await authenticateKey(deps, key)).toBe(kept[0]);
  });
});

describe('whose key it is', () => {
  const refusal = (deps: Deps, key: string) =>
    authenticateKey(deps, key).catch((error: unknown) =>
      error instanceof DomainError ? error.code : error,
    );

  it('is told by the key it was made with', async () => {
    const { kept, deps } = store();
    const key = await createApiKey(deps, scope, { kind: 'secret', name: 'k' });
    await createApiKey(deps, scope, { kind: 'secret', name: 'another' });
    expect(await authenticateKey(deps, key)).toBe(kept[0]);
  });

  it('is not told for one that nobody keeps', async () => {
    const { deps, asked } = store();
    expect(await refusal(deps, generateKey('secret', 'test'))).toBe('invalid_api_key');
    expect(asked()).toBe(1);
  });

  it('is not even asked for when the key is mistyped', async () => {
    const { deps, asked } = store();
    for (const key of ['', 'sk_test_', 'sk_test_guess', 'x'.repeat(10_000)]) {
      expect(await refusal(deps, key)).toBe('invalid_api_key');
    }
    expect(asked()).toBe(0);
  });
});
