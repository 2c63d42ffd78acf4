import { readFile } from 'node:fs/promises';
import { placements } from '@parley/db/placements';
import { isCluster, recordStatements, type SentStatement } from '@parley/testing';
import { referenceTablesWrittenBy } from '@parley/testing/citus';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createRateLimits, type RateLimits } from '../src/rate-limits.ts';
import { order, startApi, type TestApi } from './api.ts';
import { operations, type Send, statementNames } from './statements.ts';

let api: TestApi;
let limits: RateLimits;
/** Added to the process's clock. */
let skippedMs = 0;

const limit = { perSecond: 1_000, burst: 1_000 };
const startLimits = (deps: Parameters<typeof createRateLimits>[0]) =>
  createRateLimits(deps, { perKey: limit, perAddress: limit });

beforeAll(async () => {
  api = await startApi({
    serve: (deps) => {
      limits = startLimits(deps);
      const consume: RateLimits['consume'] = (...request) => limits.consume(...request);
      return { rateLimits: { consume, close: () => limits.close() } };
    },
  });
  // A key that was not used lately is looked up once more.
  await api.post('/proxy_sessions', order);
});
afterAll(() => api.stop());
beforeEach(() => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function getName({ text }: SentStatement): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return statementNames.find(([pattern]) => pattern.test(line))?.[1] ?? line;
}

/** Writes the consumption of all requests so far, which otherwise happens 200 ms later. */
async function writeRateLimits(): Promise<void> {
  await limits.close();
  limits = startLimits(api.deps);
}

/**
 * What is sent to Citus alone: the lock timeout of shards in a transaction, and the search for the nodes of
 * rate limits.
 */
const isForCitus = (name: string) =>
  isCluster() && /^(BEGIN|SET LOCAL lock_timeout = \d+|COMMIT)$|JOIN pg_dist_placement/.test(name);

interface Statement {
  readonly name: string;
  /** Whether it took a connection of the main pool, which all other work of the process needs too. */
  readonly usesMainPool: boolean;
  /** Tables on every node of a Citus cluster. A write to one of them waits for those of all merchants. */
  readonly writesToEveryNode: readonly string[];
  /** The number of shards, or of nodes for a commit, that it touched on a Citus cluster. */
  readonly shards: number;
}

/** Only the main pool plans every statement for its parameters. */
const isOfMainPool = ({ client }: SentStatement) =>
  !(client as unknown as Connection).connectionParameters.options.includes(
    'plan_cache_mode=force_generic_plan',
  );
interface Connection {
  readonly connectionParameters: { readonly options: string };
}

/**
 * Returns the statements of a request and of the write of its rate limit, apart from the first statement
 * of each connection.
 */
async function readStatements(send: Send): Promise<Statement[]> {
  await writeRateLimits();
  const sent = await recordStatements(api.env.DATABASE_URL, async () => {
    expect((await send()).status).toBe(200);
    await writeRateLimits();
  });
  return sent
    .map((statement) => ({
      name: getName(statement),
      usesMainPool: isOfMainPool(statement),
      writesToEveryNode: referenceTablesWrittenBy(statement.text, placements),
      shards: Math.max(statement.shards.size, statement.nodes.size),
    }))
    .filter(({ name }) => !name.includes('pg_extension') && !isForCitus(name));
}

const sharedNames = ['API key', 'account', 'clock', 'rate limits'];
/** Keys and accounts are on every node. */
const getShards = (name: string) =>
  isCluster() && (name === 'rate limits' || !sharedNames.includes(name)) ? 1 : 0;
const namesIn = (list: string) => list.split(', ');
const getNames = (statements: readonly Statement[]) => statements.map(({ name }) => name);

it.each(operations)('$name executes $statements, and repeated $repeated', async (operation) => {
  const { shared, statements, repeated, prepare } = operation;
  const send = await prepare(api);
  skippedMs += 2_000;
  const first = await readStatements(send);
  // A key is shared too, but no request waits for its key behind the other work of the main pool.
  const isShared = ({ name, usesMainPool }: Statement) => usesMainPool !== (name === 'API key');
  expect(new Set(getNames(first.filter(isShared)))).toEqual(new Set(namesIn(shared)));
  expect(getNames(first.filter((one) => !isShared(one)))).toEqual(namesIn(statements));
  for (const one of first) expect([one.name, one.shards]).toEqual([one.name, getShards(one.name)]);
  expect(first.flatMap(({ writesToEveryNode }) => writesToEveryNode)).toEqual([]);
  const second = getNames(await readStatements(send));
  expect(second.filter((name) => !sharedNames.includes(name))).toEqual(namesIn(repeated));
});

it('docs/citus.md contains these statements', async () => {
  const text = await readFile(new URL('../../../docs/citus.md', import.meta.url), 'utf8');
  const rows = operations.map(({ name, statements, shared }) => [name, statements, shared]);
  const table = text.split('| Request |')[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  expect(
    table.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  ).toEqual(rows);
});
