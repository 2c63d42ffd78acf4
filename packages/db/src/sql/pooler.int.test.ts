import { hasPgBouncer, startPgBouncer, waitFor } from '@parley/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { createRefusal } from '../../test/commits.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import { addAttempt, addMerchant, addSession, newId, openTestDatabase } from '../../test/rows.ts';
import { openDatabase } from '../database.ts';

const opened = await openTestDatabase();
afterAll(() => opened.close());

it('PostgreSQL prepares statements, unless that is switched off', async () => {
  // A process has names for 500 texts, which the files before this one may have taken.
  vi.resetModules();
  const { createClient } = await import('./client.ts');
  for (const preparedStatements of [true, false]) {
    const options = { url: opened.url, poolSize: 1, preparedStatements };
    const prepared = async () => {
      const { client, pool, close } = createClient(options);
      try {
        await client.$queryRaw`SELECT 1`;
        await pool.query({ name: 'two', text: 'SELECT 2' });
        const { rows } = await pool.query<{ statement: string }>(
          `SELECT statement FROM pg_prepared_statements WHERE statement IN ('SELECT 1', 'SELECT 2')`,
        );
        return rows.length;
      } finally {
        await close();
      }
    };
    // On a busy machine the pool may replace the connection between two statements.
    if (preparedStatements) await waitFor(async () => (await prepared()) === 2);
    else expect(await prepared()).toBe(0);
  }
});

// A Debian package that is not part of an installation with npm.
it.skipIf(!hasPgBouncer())(
  'every kind of statement works through PgBouncer in transaction mode, without prepared statements',
  async () => {
    const bouncer = await startPgBouncer(opened.url);
    const database = openDatabase({
      url: bouncer.url,
      encryptionKeys: opened.encryptionKeys,
      preparedStatements: false,
    });
    try {
      const scope = await addMerchant(database);
      const sessions = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const id = await addSession(database, scope);
          await addAttempt(database, scope, id);
          await database.commit(createRefusal(scope));
          await database.transaction(scope, (tx) => tx.now());
          await openProviderEvents(database).insert(scope, newId('evt'));
          await claimsOfAll(database).fanOut(1);
          return database.sessionViews.find(scope, id);
        }),
      );
      expect(sessions.every((session) => session !== null)).toBe(true);
    } finally {
      await database.close();
      await bouncer.stop();
    }
  },
);
