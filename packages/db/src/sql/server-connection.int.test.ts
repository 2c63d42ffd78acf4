import { createEmptyDatabase, hasPgBouncer, startPgBouncer } from '@parley/testing';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { readConnection } from './server-connection.ts';

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

it.each([
  ['sends its own timeouts', timeouts, true],
  ['drops all timeouts', [], false],
  ['sends two of the three timeouts', timeouts.slice(1), false],
])('a connection through a pooler that %s', async (_, sent, hasSettings) => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const pooled = new URL(url);
  // Replaces the settings that the client sends, as a pooler does.
  const settings = timeouts.map((name) => `-c ${name}=${sent.includes(name) ? 5_000 : 0}`);
  pooled.searchParams.set('options', settings.join(' '));
  expect(await readConnection(pooled.href)).toMatchObject({ hasSettings });
  expect(await readConnection(url)).toMatchObject({ hasSettings: true });
});

// A Debian package that is not part of an installation with npm.
it.skipIf(!hasPgBouncer())('finds PgBouncer, and timeouts that the database sets', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const read = async () => {
    const bouncer = await startPgBouncer(url);
    return readConnection(bouncer.url).finally(bouncer.stop);
  };
  expect(await read()).toMatchObject({ hasPooler: true, hasSettings: false });
  const client = new Client({ connectionString: url });
  await client.connect();
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
  for (const timeout of timeouts)
    await client.query(`ALTER DATABASE ${name} SET ${timeout} = 5000`);
  await client.end();
  expect(await read()).toMatchObject({ hasPooler: true, hasSettings: true });
});
