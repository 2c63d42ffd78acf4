import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, spawnApp, startWebhookReceiver, waitFor } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { createCall, createCalls, type TestApi } from './api.ts';
import { payableSession, sessionReaches, startPayments } from './provider.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** The address of the API, which forwards new connections to the process that started last. */
const target = { host: '127.0.0.1', port: 0 };
const balancer = await startTcpProxy(target);
const eventsOrigin = `http://127.0.0.1:${balancer.port}`;
// Another origin than that of the simulator, whose idle connections fetch would share.
const origin = `http://localhost:${balancer.port}`;
const payments = await startPayments({ worker: 'none', eventsOrigin });
const receiver = await startWebhookReceiver();
let running: ServerProcess[] = [];
const started: ServerProcess[] = [];
afterAll(async () => {
  for (const app of running) await app.stop();
  await payments.stop();
  balancer.stop();
  await receiver.stop();
});

const { client } = payments.api.database;
const k1 = payments.api.env.PARLEY_ENCRYPTION_KEYS;
const k2 = `k2:${randomBytes(32).toString('base64')}`;

/** Replaces all processes, one after another, by processes with these keys. */
async function restart(keys: string): Promise<void> {
  const env = {
    ...payments.api.env,
    PARLEY_ENCRYPTION_KEYS: keys,
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
    // Connections that are open have time for another request, after which they close.
    SHUTDOWN_GRACE_MS: '1000',
    // The other merchants of `startApi` have no provider that responds, which a sweep would log.
    PROVIDER_POLL_SECONDS: '3600',
  };
  const [api, worker] = running;
  const newApi = await spawnApp({ app: 'api', env });
  target.port = Number(new URL(newApi.url).port);
  // A busy machine can take longer than the grace period to send what has a connection already.
  await Promise.all(waiting);
  expect(await api?.stop()).toBe(api && 0);
  const newWorker = await spawnApp({ app: 'worker', env });
  expect(await worker?.stop()).toBe(worker && 0);
  running = [newApi, newWorker];
  started.push(...running);
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs an admin command in a process of its own. */
const runAdmin = (command: string, keys: string) =>
  new Promise<{ exitCode: unknown; out: string }>((resolve) => {
    const env = { ...process.env, ...payments.api.env, PARLEY_ENCRYPTION_KEYS: keys };
    const args = ['apps/admin/src/main.ts', ...command.split(' ')];
    execFile(process.execPath, args, { cwd: repository, env }, (error, out) =>
      resolve({ exitCode: error?.code ?? 0, out }),
    );
  });

/** Requests without a response. Each has a connection of its own. */
const waiting = new Set<Promise<unknown>>();

/** The API at its address. Every response must be a success. */
const call: TestApi['call'] = (method, path, body) => {
  const response = send(method, path, body);
  const settled = response.catch(() => {}).finally(() => waiting.delete(settled));
  waiting.add(settled);
  return response;
};

const callOnce = createCall(() => origin, payments.api.merchant.secretKey);
const send: TestApi['call'] = async (method, path, body) => {
  const response = await callOnce(method, path, body, { headers: { connection: 'close' } });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response;
};
const api: TestApi = { ...payments.api, ...createCalls(call) };

async function addEndpoint(path: string): Promise<{ id: string; secret: string }> {
  const created = await api.post('/webhook_endpoints', { url: `${receiver.url}/${path}` });
  const { id } = created.body.webhook_endpoint;
  const rotated = await api.post(`/webhook_endpoints/${id}/rotate_secret`, {
    previous_signing_secret_expires_at: new Date(Date.now() + 1_000).toISOString(),
  });
  return { id, secret: rotated.body.signing_secret };
}

it('a key is replaced while requests, provider events and webhooks go on, and none of them fails', async () => {
  await restart(k1);
  const endpoint = await addEndpoint('readable');
  const unreadable = await addEndpoint('unreadable');
  await client.$executeRaw`
    UPDATE webhook_endpoint SET signing_secret_sealed = 'v1.k0.unknown'
    WHERE id = ${unreadable.id}`;

  let paid = 0;
  let isRunning = true;
  const pay = async () => {
    while (isRunning) {
      const { id, intent } = await payableSession({ ...payments, api });
      await payments.stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      });
      await sessionReaches(api, id, { status: 'paid' });
      paid += 1;
      // A steady load, and not as much as the machine can do: processes start several times slower under that.
      await pause(200);
    }
  };
  const load = Promise.all([pay(), pay()]);
  const failed = load.then(() => null);
  /** Waits for sessions that were paid after now. */
  const morePayments = async () => {
    const before = paid;
    await Promise.race([
      failed,
      waitFor(() => paid >= before + 4, { what: 'payments of four sessions' }),
    ]);
  };

  await morePayments();
  await restart(`${k1},${k2}`);
  await morePayments();
  await restart(`${k2},${k1}`);
  await morePayments();
  const rotation = await runAdmin('encryption-key rotate --json', `${k2},${k1}`);
  expect(rotation.exitCode).toBe(1);
  const { found, rotated, unreadable: reported } = JSON.parse(rotation.out);
  expect([found - rotated, rotated > 2]).toEqual([1, true]);
  expect(JSON.stringify(reported)).toContain(`${unreadable.id}:signing_secret cannot be opened`);
  await morePayments();
  await restart(k2);
  await morePayments();
  isRunning = false;
  await load;

  const ofEndpoint = { endpointId: endpoint.id };
  // In the order in which one leads to the next.
  const isDone = async () =>
    (await client.providerEvent.count({ where: { status: 'waiting' } })) === 0 &&
    (await client.outboxWaiting.count()) === 0 &&
    (await client.webhookDelivery.count({ where: { ...ofEndpoint, status: 'waiting' } })) === 0;
  await waitFor(isDone, { what: 'the last provider events and webhooks', timeoutMs: 60_000 });
  const deliveries = await client.webhookDelivery.findMany({ where: ofEndpoint });
  expect(new Set(deliveries.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
    new Set(['succeeded 1']),
  );
  for (const { text, headers } of receiver.received)
    new Webhook(endpoint.secret).verify(text, headers);
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/readable']));
  const events = await client.providerEvent.findMany();
  expect(events.length).toBeGreaterThan(paid);
  expect(
    events.filter(
      ({ transientFailures, internalFailures }) => transientFailures + internalFailures > 0,
    ),
  ).toEqual([]);
  const lines = started.flatMap((app) => app.output().split('\n').filter(Boolean));
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  // All of them are about the endpoint whose secret no key opens, or about a round of a worker that waited too long
  // for a connection, because the machine is busy.
  const isBusy = ({ msg, err }: { msg: string; err?: { code?: string } }) =>
    msg === 'round failed' && err?.code === 'service_unavailable';
  for (const line of errors.filter((one) => !isBusy(one))) {
    expect(JSON.stringify(line)).toContain(unreadable.id);
  }
  expect(errors.length).toBeGreaterThan(0);
});
