import { createHash } from 'node:crypto';
import type { ApiKeyRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authenticateKey, generateKey, insertApiKey, isWellFormedKey } from './api-key.ts';
import type { Deps } from './deps.ts';
import { newId } from './new-id.ts';

const anyKey = fc
  .tuple(fc.constantFrom('secret', 'publishable'), fc.constantFrom('test', 'live'))
  .map(([kind, mode]) => ({ kind, mode, key: generateKey(kind, mode) }) as const);

describe('generateKey', () => {
  it('returns kind, mode, 160 random bits and a checksum', () => {
    fc.assert(
      fc.property(anyKey, ({ kind, mode, key }) => {
        const prefix = `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_`;
        expect(key).toMatch(new RegExp(`^${prefix}[0-9a-hjkmnp-tv-z]{38}$`));
        expect(isWellFormedKey(key)).toBe(true);
      }),
    );
  });

  it('returns a different key each time', () => {
    const keys = Array.from({ length: 1000 }, () => generateKey('secret', 'test'));
    expect(new Set(keys).size).toBe(1000);
    // Every character of the random part varies.
    for (let i = 8; i < 40; i++)
      expect(new Set(keys.map((key) => key[i])).size).toBeGreaterThan(10);
  });

  it('detects any wrong character', () => {
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

  it('detects two swapped characters', () => {
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

  it('detects a truncated key and additional characters', () => {
    const key = generateKey('secret', 'live');
    for (const wrong of ['', key.slice(1), key.slice(0, -1), `${key} `, ` ${key}`, `${key}\n`]) {
      expect([wrong, isWellFormedKey(wrong)]).toEqual([wrong, false]);
    }
    expect(isWellFormedKey(key.toUpperCase())).toBe(false);
  });
});

/** A database of keys that counts its queries. */
function store() {
  const records: ApiKeyRecord[] = [];
  let queries = 0;
  const database = {
    forScope: (scope: object) => ({
      apiKeys: {
        insert: async (record: object) =>
          void records.push({ ...scope, ...record } as ApiKeyRecord),
      },
    }),
    apiKeysByHash: {
      find: async (hash: string) => {
        queries += 1;
        return records.find((record) => record.keyHash === hash) ?? null;
      },
    },
  };
  return { records, queries: () => queries, deps: { database, newId } as unknown as Deps };
}

const scope = { merchantId: 'merch_1', mode: 'test' } as const;

describe('insertApiKey', () => {
  it('stores the hash and the last four characters of a secret key, and nothing else of it', async () => {
    const { records, deps } = store();
    const key = await insertApiKey(deps, scope, { kind: 'secret', name: 'server' });
    expect(records).toEqual([
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
    expect(JSON.stringify(records)).not.toContain(key.slice(8, -4));
  });

  it('stores a publishable key in full', async () => {
    const { records, deps } = store();
    const key = await insertApiKey(deps, scope, { kind: 'publishable', name: 'page' });
    expect(records[0]?.publicValue).toBe(key);
  });

  it('accepts a generated key', async () => {
    const { records, deps } = store();
    const key = generateKey('secret', 'test');
    expect(await insertApiKey(deps, scope, { kind: 'secret', name: 'k', key })).toBe(key);
    expect(await authenticateKey(deps, key)).toBe(records[0]);
  });
});

describe('authenticateKey', () => {
  const getCode = (deps: Deps, key: string) =>
    authenticateKey(deps, key).catch((error: unknown) =>
      error instanceof DomainError ? error.code : error,
    );

  it('returns the record of the key', async () => {
    const { records, deps } = store();
    const key = await insertApiKey(deps, scope, { kind: 'secret', name: 'k' });
    await insertApiKey(deps, scope, { kind: 'secret', name: 'another' });
    expect(await authenticateKey(deps, key)).toBe(records[0]);
  });

  it('rejects an unknown key with invalid_api_key', async () => {
    const { deps, queries } = store();
    expect(await getCode(deps, generateKey('secret', 'test'))).toBe('invalid_api_key');
    expect(queries()).toBe(1);
  });

  it('rejects a malformed key without a query', async () => {
    const { deps, queries } = store();
    for (const key of ['', 'sk_test_', 'sk_test_guess', 'x'.repeat(10_000)]) {
      expect(await getCode(deps, key)).toBe('invalid_api_key');
    }
    expect(queries()).toBe(0);
  });
});
