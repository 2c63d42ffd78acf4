import { describe, expect, it } from 'vitest';
import { Prisma } from './generated/client.ts';
import { forEachShard, onAllShards } from './shards.ts';
import type { QueryConnection } from './sql-connection.ts';

const merchants = ['1', '2', '3'].map((shard) => ({ id: `merch_${shard}`, shard }));

describe('a limit that is divided among shards', () => {
  it('passes on to the next shards what one does not use', async () => {
    const limits: number[] = [];
    await forEachShard(merchants, 10, async (_, limit) => {
      limits.push(limit);
      return limits.length === 1 ? 1 : limit;
    });
    expect(limits).toEqual([4, 5, 4]);
  });

  it('is not exceeded when it is smaller than the number of shards', async () => {
    const limits: number[] = [];
    await forEachShard(merchants, 2, async (_, limit) => {
      limits.push(limit);
      return limit;
    });
    expect(limits).toEqual([1, 1]);
  });

  it('reaches every shard over time, although one uses all of it', async () => {
    const reached = new Set<string | undefined>();
    for (let round = 0; round < 100; round++) {
      await forEachShard(merchants, 1, async ({ ids: [id] }) => {
        reached.add(id);
        return 1;
      });
    }
    expect(reached.size).toBe(3);
  });

  it('is left for the other shards by one that fails', async () => {
    const limits: number[] = [];
    await forEachShard(merchants, 6, async (_, limit) => {
      limits.push(limit);
      if (limits.length === 1) throw new Error('node down');
      return limit;
    });
    expect(limits).toEqual([2, 3, 3]);
  });

  it('reports the failure if every shard fails', async () => {
    const calls: (string | undefined)[] = [];
    const done = forEachShard(merchants, 3, async ({ ids: [id] }) => {
      calls.push(id);
      throw new Error('database down');
    });
    await expect(done).rejects.toThrow('database down');
    expect(calls).toHaveLength(3);
  });
});

describe('a statement for all shards that fails', () => {
  const db = { $queryRaw: async () => merchants } as unknown as QueryConnection;
  const locate = async () => [...merchants];

  it('is run for each shard on Citus, where one that fails does not stop the others', async () => {
    const values: unknown[] = [];
    await onAllShards(
      db,
      () => true,
      locate,
      async (ofShard) => {
        const condition = ofShard('c.merchant_id');
        if (condition === Prisma.empty || values.push(condition.values[0]) === 1)
          throw new Error('node down');
        expect(condition.text).toBe('AND c.merchant_id = ANY($1::text[])');
      },
    );
    expect(values.flat().toSorted()).toEqual(['merch_1', 'merch_2', 'merch_3']);
  });

  it('is an error on one server', async () => {
    let runs = 0;
    const done = onAllShards(
      db,
      () => false,
      locate,
      async () => {
        runs += 1;
        throw new Error('database down');
      },
    );
    await expect(done).rejects.toThrow('database down');
    expect(runs).toBe(1);
  });
});
