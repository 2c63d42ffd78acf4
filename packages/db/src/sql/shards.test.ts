import { describe, expect, it } from 'vitest';
import { createShards, forEachShard, onAllShards, type ShardFailure } from './shards.ts';
import { sql } from './sql.ts';
import type { QueryConnection } from './sql-connection.ts';

const merchants = ['1', '2', '3'].map((shard) => ({ id: `merch_${shard}`, shard }));

/** Three shards, each on its own node. */
function threeShards(isCitus = true) {
  const reported: ShardFailure[] = [];
  const db = {} as QueryConnection;
  const shards = createShards(
    db,
    () => isCitus,
    (failure) => reported.push(failure),
  );
  const readNode = async (merchantId: string) => `node-${merchantId.at(-1)}:5432`;
  return { shards: { ...shards, readNode, locateAll: async () => [...merchants] }, reported };
}

describe('a limit that is divided among shards', () => {
  const { shards } = threeShards();

  it('passes on to the next shards what one does not use', async () => {
    const limits: number[] = [];
    await forEachShard(shards, 'claim', merchants, 10, async (_, limit) => {
      limits.push(limit);
      return limits.length === 1 ? 1 : limit;
    });
    expect(limits).toEqual([4, 5, 4]);
  });

  it('is not exceeded when it is smaller than the number of shards', async () => {
    const limits: number[] = [];
    await forEachShard(shards, 'claim', merchants, 2, async (_, limit) => {
      limits.push(limit);
      return limit;
    });
    expect(limits).toEqual([1, 1]);
  });

  it('reaches every shard over time, although one uses all of it', async () => {
    const reached = new Set<string | undefined>();
    for (let round = 0; round < 100; round++) {
      await forEachShard(shards, 'claim', merchants, 1, async ({ ids: [id] }) => {
        reached.add(id);
        return 1;
      });
    }
    expect(reached.size).toBe(3);
  });

  it('is left for the other shards by one that fails', async () => {
    const limits: number[] = [];
    await forEachShard(shards, 'claim', merchants, 6, async (_, limit) => {
      limits.push(limit);
      if (limits.length === 1) throw new Error('node down');
      return limit;
    });
    expect(limits).toEqual([2, 3, 3]);
  });
});

describe('a shard that fails', () => {
  it('is reported with its node and counted, while the others go on', async () => {
    const { shards, reported } = threeShards();
    const error = new Error('node down');
    const done: (string | undefined)[] = [];
    const run = () =>
      forEachShard(shards, 'fan_out', merchants, 9, async ({ ids: [id] }) => {
        if (id === 'merch_2') throw error;
        done.push(id);
        return 1;
      });
    expect(await run()).toBe(1);
    await run();
    expect(done.toSorted()).toEqual(['merch_1', 'merch_1', 'merch_3', 'merch_3']);
    const where = { operation: 'fan_out', node: 'node-2:5432' };
    expect(reported).toEqual([
      { ...where, error },
      { ...where, error },
    ]);
    expect(shards.failures()).toEqual([{ ...where, count: 2 }]);
  });

  it('is an error if every shard fails', async () => {
    const { shards, reported } = threeShards();
    const done = forEachShard(shards, 'claim', merchants, 3, async () => {
      throw new Error('database down');
    });
    await expect(done).rejects.toThrow('database down');
    expect(reported.map(({ node }) => node).toSorted()).toEqual([
      'node-1:5432',
      'node-2:5432',
      'node-3:5432',
    ]);
  });

  it('is only an error in a database that is not sharded', async () => {
    const { shards, reported } = threeShards(false);
    const located = await shards.locate(merchants.map(({ id }) => id));
    const done = forEachShard(shards, 'claim', located, 3, async () => {
      throw new Error('database down');
    });
    await expect(done).rejects.toThrow('database down');
    expect(reported).toEqual([]);
  });

  it('has an unknown node while the coordinator does not respond', async () => {
    const $queryRaw = async () => {
      throw new Error('coordinator down');
    };
    const { readNode } = createShards({ $queryRaw } as unknown as QueryConnection, () => true);
    expect(await readNode('merch_1')).toBeNull();
  });
});

describe('a statement for all shards that fails', () => {
  it('is run for each shard on Citus, where one that fails is reported and does not stop the others', async () => {
    const { shards, reported } = threeShards();
    const values: unknown[] = [];
    await onAllShards(shards, 'retention', async (ofShard, group) => {
      const condition = ofShard('c.merchant_id');
      if (!group) throw new Error('node down');
      values.push(condition.values[0]);
      expect(condition.text).toBe('AND c.merchant_id = ANY($1::text[])');
      if (group.ids[0] === 'merch_3') throw new Error('node down');
    });
    expect(values.flat().toSorted()).toEqual(['merch_1', 'merch_2', 'merch_3']);
    expect(reported).toMatchObject([{ operation: 'retention', node: 'node-3:5432' }]);
  });

  it('is reported without a node if no shard fails', async () => {
    const { shards, reported } = threeShards();
    const error = new Error('timeout');
    await onAllShards(shards, 'retention', async (ofShard) => {
      if (ofShard() === sql.empty) throw error;
    });
    expect(reported).toEqual([{ operation: 'retention', node: null, error }]);
  });

  it('is an error on one server', async () => {
    const { shards, reported } = threeShards(false);
    let runs = 0;
    const done = onAllShards(shards, 'retention', async () => {
      runs += 1;
      throw new Error('database down');
    });
    await expect(done).rejects.toThrow('database down');
    expect([runs, reported]).toEqual([1, []]);
  });
});
