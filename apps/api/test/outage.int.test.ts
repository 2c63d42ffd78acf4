import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@parley/db';
import { createLogger } from '@parley/telemetry';
import { isCluster, lockWaits, waitFor } from '@parley/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, order, startApi } from './api.ts';
import { behind, getAddress, startTcpProxy } from './tcp-proxy.ts';

/** Shorter than the defaults in proportion, which a test of packages/db holds. */
const timeouts = {
  statementMs: 2_000,
  lockMs: 1_000,
  idleInTransactionMs: 2_500,
  responseMs: 2_500,
};
const ADMIN = process.env.TEST_DATABASE_ADMIN_URL ?? '';

const proxy = await startTcpProxy(getAddress(ADMIN));
const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const api = await startApi({
  connect: (url) => ({ url: behind(url, proxy.port), timeouts }),
  serve: () => ({ logger: createLogger({ name: 'api', level: 'error', destination }) }),
});
/** A connection that does not use the proxy. */
const direct = new Client({ connectionString: api.env.DATABASE_URL });
await direct.connect();
const session = (await api.post('/proxy_sessions', order)).body.id;
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => proxy.forward());
afterAll(async () => {
  proxy.forward();
  await direct.end();
  await api.stop();
  proxy.stop();
});

const cart = (version: number) => ({
  amount_minor: 1_000,
  currency: 'eur',
  cart_snapshot: { note: randomBytes(4).toString('hex') },
  expected_cart_version: version,
});
const replaceCart = (version: number) =>
  api.call('PUT', `/proxy_sessions/${session}/cart`, cart(version));
const read = () => api.get(`/proxy_sessions/${session}/merchant`);

function expectUnavailable({ status, body, headers }: Awaited<ReturnType<typeof read>>): void {
  expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** Every refused request has a line that says why the database is unavailable. */
function expectReason(reason: RegExp): void {
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(/"reason":"([^"]*)"/.exec(line)?.[1]).toMatch(reason);
}

const recovered = () =>
  waitFor(async () => (await read()).status === 200, { what: 'the service to recover' });

/** Locks the session's row as a slow transaction would. */
async function holdRow(): Promise<void> {
  await direct.query('BEGIN');
  await direct.query('SELECT 1 FROM proxy_session WHERE merchant_id = $1 AND id = $2 FOR UPDATE', [
    api.merchant.id,
    session,
  ]);
}

const waitForLockIn = (client: Client) =>
  waitFor(
    async () => {
      const { rows } = await client.query(lockWaits());
      return rows.length > 0;
    },
    { what: 'a request to wait for the row' },
  );

describe('an unreachable PostgreSQL server', () => {
  it('causes 503 with Retry-After for reads, writes and readiness until it is reachable again', async () => {
    proxy.refuse();
    expectUnavailable(await read());
    expectUnavailable(await replaceCart(1));
    expectReason(/^the database is unavailable \([\w, ]+\)$/);
    expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    proxy.forward();
    await recovered();
    // Readiness is checked at most once a second.
    await waitFor(async () => (await fetch(`${api.url}/readyz`)).status === 200, {
      what: 'the service to be ready',
    });
  });

  it('causes 503 for a request in flight, which is executed once when it is repeated', async () => {
    await holdRow();
    const before = (await read()).body.cart_version;
    const body = cart(before);
    const headers = { 'idempotency-key': 'in-flight' };
    const send = () => api.call('PUT', `/proxy_sessions/${session}/cart`, body, { headers });
    const pending = send();
    await waitForLockIn(direct);
    proxy.refuse();
    expectUnavailable(await pending);
    await direct.query('ROLLBACK');
    proxy.forward();
    await recovered();
    // PostgreSQL may have executed the statement whose response was lost.
    expect((await send()).status).toBe(200);
    expect((await read()).body).toMatchObject({
      cart_version: before + 1,
      cart_snapshot: body.cart_snapshot,
    });
  });

  it('causes 503 even if the network drops every packet, until it is reachable again', async () => {
    proxy.drop();
    expectUnavailable(await read());
    expectUnavailable(await replaceCart(1));
    proxy.forward();
    await recovered();
  });

  it('is noticed on a connection that was idle for longer than the timeout', async () => {
    await api.database.ping();
    await pause(timeouts.responseMs + 100);
    proxy.drop();
    await expect(api.database.ping()).rejects.toMatchObject({ code: 'service_unavailable' });
    proxy.forward();
    await recovered();
  });
});

it('a PostgreSQL server that sends no results but other messages causes service_unavailable', async () => {
  const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
  const { database } = api;
  const find = () => database.forScope(scope).sessions.find(session);
  await Promise.all([find(), find(), read()]);
  const { open } = database.poolUsage();
  let reads: Promise<unknown> = Promise.resolve();
  const transaction = database.client.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
    proxy.replaceResponses();
    reads = Promise.allSettled([database.sessionViews.find(scope, session), find()]);
    await tx.$executeRaw`SELECT 1`;
  });
  await expect(transaction).rejects.toThrow();
  const unavailable = { status: 'rejected', reason: { code: 'service_unavailable' } };
  expect(await reads).toMatchObject([unavailable, unavailable]);
  // The next statement on one of these connections would wait too.
  await expect.poll(() => database.poolUsage().open).toBe(open - 2);
  proxy.forward();
  await recovered();
});

// On Citus, the setting of a connection does not reach the node on which a commit is executed.
it.skipIf(isCluster())(
  'a database that accepts no writes causes 503 for writes and readiness, and serves reads',
  async () => {
    const standby = openDatabase({
      url: String(api.env.DATABASE_URL),
      encryptionKeys: String(api.env.PARLEY_ENCRYPTION_KEYS),
      readOnly: true,
    });
    const reader = await startApi({ serve: (deps) => ({ deps: { ...deps, database: standby } }) });
    const { get, post } = asMerchant(reader, api.merchant);
    expectUnavailable(await post('/proxy_sessions', order));
    expectUnavailable(await post(`/proxy_sessions/${session}/payer_opened`));
    expect((await get(`/proxy_sessions/${session}/merchant`)).status).toBe(200);
    const ready = await fetch(`${reader.url}/readyz`);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
    await reader.stop();
    await standby.close();
  },
);

describe('a slow database', () => {
  it('causes 503 after the lock timeout and leaves the row unchanged', async () => {
    const before = (await read()).body.cart_version;
    await holdRow();
    const pending = await replaceCart(before);
    await direct.query('ROLLBACK');
    expectUnavailable(pending);
    expectReason(/\b55P03\b/);
    expect((await read()).body.cart_version).toBe(before);
    expect((await replaceCart(before)).status).toBe(200);
  });

  // Citus has no triggers on distributed tables.
  it.skipIf(isCluster())(
    'causes 503 after the statement timeout without a partial write',
    async () => {
      const before = (await read()).body.cart_version;
      await direct.query(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
      CREATE TRIGGER dawdle BEFORE INSERT ON cart_revision FOR EACH ROW EXECUTE FUNCTION dawdle()`);
      const response = await replaceCart(before);
      await direct.query('DROP TRIGGER dawdle ON cart_revision; DROP FUNCTION dawdle()');
      expectUnavailable(response);
      expect((await read()).body.cart_version).toBe(before);
    },
  );

  it('causes 503 for a request that no connection becomes free for within the timeout', async () => {
    // Long enough to open a connection on a busy machine.
    const connectionMs = 3_000;
    // Only the timeout of the pool can end a request here.
    const patient = { lockMs: 60_000, statementMs: 60_000, responseMs: 60_000 };
    const small = await startApi({
      connect: () => ({ poolSize: 1, timeouts: { ...patient, connectionMs } }),
    });
    const path = `/proxy_sessions/${(await small.post('/proxy_sessions', order)).body.id}`;
    const holder = new Client({ connectionString: small.env.DATABASE_URL });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM proxy_session WHERE merchant_id = $1 FOR UPDATE', [
      small.merchant.id,
    ]);
    const pending = small.post(`${path}/payer_opened`);
    await waitForLockIn(holder);
    // The write waits for the row on a connection for commits first.
    const isPoolBusy = () => small.database.poolUsage().open > small.database.poolUsage().idle;
    await waitFor(async () => isPoolBusy(), { what: 'the write to wait on the only connection' });
    const start = performance.now();
    expectUnavailable(await small.get(`${path}/acquisition_attempts`));
    const waitedMs = performance.now() - start;
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await pending).status).toBe(200);
    expect((await small.get(`${path}/merchant`)).status).toBe(200);
    await small.stop();
    expect(waitedMs).toBeGreaterThan(connectionMs - 50);
    expect(waitedMs).toBeLessThan(patient.statementMs);
  });

  it('ends a transaction that is idle for too long', async () => {
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    const idle = api.database.transaction(scope, async (tx) => {
      await tx.sessions.lock(session);
      await waitFor(
        async () => {
          const { rows } = await direct.query(
            "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
          );
          return rows.length === 0;
        },
        { what: 'the idle transaction to be ended', everyMs: 200 },
      );
      await tx.sessions.lock(session);
    });
    await expect(idle).rejects.toMatchObject({ code: 'service_unavailable' });
    await recovered();
  });
});
