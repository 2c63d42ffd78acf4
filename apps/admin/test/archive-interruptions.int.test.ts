import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addEndpoint } from '@parley/db/testing';
import { isCluster, waitFor } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type Archive, addArchive, noRows, parse } from './archive-rows.ts';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
afterAll(() => admin.close());
const { client } = admin.database;

let archive: Archive;
beforeEach(async () => {
  archive = await addArchive(admin);
  return archive.remove;
});

it('a run after a killed one loses no session and has none twice', async () => {
  const sessions = [
    await archive.addClosed(),
    await archive.addClosed(),
    await archive.addClosed(),
  ] as const;
  const [first, second] = sessions;
  const before = (await archive.exportSessions()).map((row) => JSON.stringify(row));
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  await client.$transaction(
    async (tx) => {
      // The deletion waits for this event.
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await tx.$queryRaw`SELECT 1 FROM outbox_event
        WHERE merchant_id = ${archive.scope.merchantId} AND id = ${first.eventId} FOR UPDATE`;
      const child = spawn(process.execPath, [main, ...archive.command.split(' ')], {
        env: { ...process.env, ...admin.env },
      });
      await archive.waitForLock();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    { timeout: 60_000 },
  );
  await waitFor(async () => {
    const unlocked = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM proxy_session WHERE merchant_id = ${archive.scope.merchantId} FOR UPDATE SKIP LOCKED`;
    return unlocked.length === sessions.length;
  });
  expect(Object.keys(await archive.countInFiles())).toHaveLength(3);
  // As if the process had been killed between two batches.
  await admin.database.forScope(archive.scope).archives.delete([second.id]);
  const added = await archive.addClosed();
  await writeFile(join(archive.folder, 'killed.ndjson.gz.partial'), 'half');
  expect((await admin.run(archive.command)).exitCode).toBe(0);
  const ids = [...sessions, added].map(({ id }) => id);
  expect(await archive.countInFiles()).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
  expect(await archive.countRows()).toEqual(noRows);
  expect((await readdir(archive.folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  const found = [];
  for (const { id } of sessions) found.push(...parse(await archive.read(id)));
  expect(found.map((row) => JSON.stringify(row)).sort()).toEqual(before.sort());
});

// A distributed table cannot have the trigger.
it.skipIf(isCluster())(
  'a session that changes or is locked after it was written to a file is not deleted',
  async () => {
    const [same, changed, locked] = [
      await archive.addClosed(),
      await archive.addClosed(),
      await archive.addClosed(),
    ];
    await client.$executeRawUnsafe(`CREATE FUNCTION change_session() RETURNS trigger AS $$ BEGIN
    UPDATE proxy_session SET metadata = '{"changed": true}', version = version + 1 WHERE id = '${changed.id}';
    RETURN NEW; END $$ LANGUAGE plpgsql`);
    // The entry is written between the file and the deletion.
    await client.$executeRawUnsafe(`CREATE TRIGGER change_session BEFORE INSERT ON audit_entry FOR EACH ROW
    WHEN (NEW.action = 'sessions.archived') EXECUTE FUNCTION change_session()`);
    await client.$transaction(
      async (tx) => {
        await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
        await tx.$queryRaw`SELECT 1 FROM proxy_session
        WHERE merchant_id = ${archive.scope.merchantId} AND id = ${locked.id} FOR UPDATE`;
        expect((await admin.run(archive.command)).exitCode).toBe(0);
      },
      { timeout: 60_000 },
    );
    await client.$executeRaw`DROP FUNCTION change_session CASCADE`;
    expect(await archive.countInFiles()).toEqual({ [same.id]: 1 });
    expect((await archive.countRows()).history_entry).toBe(2);
    expect((await admin.run(archive.command)).exitCode).toBe(0);
    const ids = [same, changed, locked].map(({ id }) => id);
    expect(await archive.countInFiles()).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
    expect(await archive.countStored()).toBe(0);
    expect((await archive.read(changed.id)).out).toContain('"metadata":{"changed":true}');
  },
);

it('a session whose event is being sent again is not deleted, and no file remains', async () => {
  const { eventId } = await archive.addClosed();
  const endpoint = await addEndpoint(admin.database, archive.scope);
  const run = await admin.database.transaction(archive.scope, async (tx) => {
    await tx.webhookDeliveries.enqueue(endpoint, [eventId]);
    const running = admin.run(archive.command);
    await archive.waitForLock();
    return { running };
  });
  expect((await run.running).exitCode).toBe(0);
  expect(await archive.countStored()).toBe(1);
  expect(await readdir(archive.folder)).toEqual([]);
});
