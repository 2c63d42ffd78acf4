import pg from 'pg';
import { expect, it } from 'vitest';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { createCommits } from './create-commits.ts';
import type { SessionCommit } from './session-commit.ts';

const refusal = (key: string): SessionCommit => ({
  scope: { merchantId: 'merch_1', mode: 'test' } as SessionCommit['scope'],
  at: new Date(),
  idempotency: { method: 'POST', path: '/things', key, fingerprint: 'a'.repeat(64), outcome: {} },
  session: null,
});

// A node of Citus may commit what the coordinator has given up.
it.each([
  { server: 'on Citus, where they may be stored, none is repeated', isCitus: true, repeated: 0 },
  { server: 'on one server each is repeated alone', isCitus: false, repeated: 2 },
])('after a statement timeout of several commits, $server', async ({ isCitus, repeated }) => {
  const timeout = Object.assign(new pg.DatabaseError('canceled', 1, 'error'), { code: '57014' });
  const statements = { group: 0, alone: 0 };
  const connection = (name: keyof typeof statements) => ({
    db: {
      $queryRaw: async () => {
        statements[name] += 1;
        throw timeout;
      },
    } as unknown as QueryConnection,
    lockMs: 200,
    isCitus: () => isCitus,
  });
  const commit = createCommits(connection('group'), connection('alone'), { observe: () => {} });
  const settled = await Promise.allSettled(['req_1', 'req_2'].map((key) => commit(refusal(key))));
  const reason = expect.objectContaining({ code: 'service_unavailable' });
  expect(settled).toEqual(Array(2).fill({ status: 'rejected', reason }));
  expect(statements).toEqual({ group: 1, alone: repeated });
});

it('without the function for commits, the error says how to create it', async () => {
  const missing = Object.assign(new pg.DatabaseError('does not exist', 1, 'error'), {
    code: '42883',
  });
  const db = { $queryRaw: () => Promise.reject(missing) } as unknown as QueryConnection;
  const connection = { db, lockMs: 200, isCitus: () => false };
  const commit = createCommits(connection, connection, { observe: () => {} });
  await expect(commit(refusal('req_1'))).rejects.toThrow(
    /^the database has no function commit_sessions_\w+: run npm run admin -- migrate$/,
  );
});
