import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CollectedSpan,
  type ReceivedWebhook,
  reservePort,
  spawnApp,
  startCollector,
  startWebhookReceiver,
  waitFor,
} from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { hex, order } from './api.ts';
import { payableSession, sessionReaches, startPayments } from './provider.ts';

const collector = await startCollector();
const receiver = await startWebhookReceiver();
const env = { ...collector.env, WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
const port = await reservePort();
const eventsOrigin = `http://127.0.0.1:${port}`;
const payments = await startPayments({ worker: 'process', workerEnv: env, eventsOrigin });
const server = await spawnApp({
  app: 'api',
  port,
  env: { ...payments.api.env, ...env },
});
afterAll(async () => {
  await server.stop();
  await payments.stop();
  await receiver.stop();
  collector.stop();
});

const post = (path: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(`${server.url}/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payments.api.merchant.secretKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const { merchant, other } = payments.api;
/** The span of a caller that exports to another collector. */
const callerSpan = hex('b').slice(0, 16);
const endpoint = { url: `${receiver.url}/hooks?token=planted_token` };
/** What a request may contain and no exporter may send. */
const planted = {
  email: 'payer.planted@nord.example',
  card: '4242424242424242',
  reference: 'planted_reference_8412',
};

/** The span with a name, among all or those of a trace. */
async function getSpan(name: string, isWanted: (traceId: string) => boolean = () => true) {
  const find = () => collector.spans.find((one) => one.name === name && isWanted(one.traceId));
  return (await waitFor(async () => find(), { what: `the span ${name}` })) as NonNullable<
    ReturnType<typeof find>
  >;
}

/** The webhook of an event of a session. */
const receiveWebhook = (sessionId: string, type: string): Promise<ReceivedWebhook> => {
  const isWanted = ({ body }: ReceivedWebhook) =>
    body.type === type && body.data.object.id === sessionId;
  return waitFor(() => receiver.received.find(isWanted), { what: `the webhook ${type}` });
};

/** The span that the receiver of a webhook continues, and those above it up to the first of the trace. */
async function getPath({ headers }: ReceivedWebhook): Promise<CollectedSpan[]> {
  const [, traceId, spanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(`${headers.traceparent}`) ?? [];
  const path: CollectedSpan[] = [];
  const find = (id: string | undefined) =>
    collector.spans.find((one) => one.traceId === traceId && one.spanId === id);
  for (let id = spanId; id && id !== callerSpan; id = path.at(-1)?.parentSpanId)
    path.push(await waitFor(() => find(id), { what: `the span ${id} of ${traceId}` }));
  return path;
}
const getNames = (path: readonly CollectedSpan[]) =>
  path.map(({ service, name }) => `${service} ${name}`);

describe('telemetry of the API and the worker', () => {
  it('connects a request and its commit with the webhook of its event', async () => {
    expect((await post('/webhook_endpoints', {}, endpoint)).status).toBe(200);
    const created = await post(
      '/proxy_sessions',
      {},
      { ...order, buyer_reference: planted.reference, metadata: planted },
    );
    expect(created.status, await created.clone().text()).toBe(200);
    const { id } = (await created.json()) as { id: string };
    const path = await getPath(await receiveWebhook(id, 'proxy_session.created'));
    expect(getNames(path)).toEqual([
      'parley-worker webhook',
      'parley-api commit',
      'parley-api createSession',
      'parley-api POST /v1/proxy_sessions',
    ]);
    const requestId = created.headers.get('x-request-id');
    expect(path[0]?.attributes).toMatchObject({
      request_id: requestId,
      merchant_id: merchant.id,
      attempt: 1,
    });
  });

  it('connects the receipt of a provider event, its application and the webhook of the payment', async () => {
    const pay = async () => {
      const paid = await payableSession(payments);
      await payments.stripe.paymentIntents.confirm(paid.intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      });
      await sessionReaches(payments.api, paid.id, { status: 'paid' });
      return getPath(await receiveWebhook(paid.id, 'proxy_session.paid'));
    };
    let path = await pay();
    // On a busy machine, a check of the attempt may find a payment before its event arrives. It begins no trace.
    for (let tries = 1; path.length === 1 && tries < 5; tries++) path = await pay();
    expect(getNames(path)).toEqual([
      'parley-worker webhook',
      'parley-worker commit',
      'parley-worker provider_event',
      'parley-api POST /provider_events/:id',
    ]);
    const [, , applied] = path;
    expect(applied?.attributes).toMatchObject({ mode: 'test', merchant_id: merchant.id });
    const isRead = ({ name, parentSpanId }: CollectedSpan) =>
      name.startsWith('provider.') && parentSpanId === applied?.spanId;
    await waitFor(() => collector.spans.find(isRead), { what: 'the read of the payment' });
  });

  it('continues the trace of the caller, with the request id on every span', async () => {
    const traceId = hex('a').slice(0, 32);
    const { id } = await payableSession(payments);
    const canceled = await post(`/proxy_sessions/${id}/cancel`, {
      traceparent: `00-${traceId}-${callerSpan}-01`,
    });
    expect(canceled.status).toBe(200);
    const isHere = (found: string) => found === traceId;
    const request = await getSpan('POST /v1/proxy_sessions/:id/cancel', isHere);
    const operation = await getSpan('cancelSession', isHere);
    expect(request.parentSpanId).toBe(callerSpan);
    expect(operation.parentSpanId).toBe(request.spanId);
    expect((await getSpan('commit', isHere)).parentSpanId).toBe(operation.spanId);
    expect((await getSpan('provider.closeRoot', isHere)).parentSpanId).toBe(operation.spanId);
    const path = await getPath(await receiveWebhook(id, 'proxy_session.canceled'));
    expect(path.map(({ spanId }) => spanId).at(-1)).toBe(request.spanId);
    const requestId = canceled.headers.get('x-request-id');
    for (const { name, attributes } of collector.spans.filter((one) => isHere(one.traceId)))
      expect([name, attributes.request_id]).toEqual([name, requestId]);
    const line = () =>
      collector.lines.find((one) => one.text === 'request' && one.traceId === traceId);
    expect(await waitFor(line, { what: 'the log line of the request' })).toMatchObject({
      service: 'parley-api',
      severity: 'INFO',
    });
    const [printed = ''] = server.output().match(/.*"trace_id":"a{32}".*/) ?? [];
    expect(JSON.parse(printed)).toMatchObject({ msg: 'request', request_id: requestId });
  });

  it('exports metrics and log lines of both, without what callers sent', async () => {
    // Its end exports what remains.
    await server.stop();
    for (const service of ['parley-api', 'parley-worker']) {
      const hasAll = () => {
        const names = collector.metrics.flatMap((one) => (one.service === service ? one.name : []));
        return [
          'parley_build_info',
          'parley_database_connections',
          'parley_queue_depth',
          'parley_provider_call_duration_seconds',
          'nodejs_eventloop_lag_p99_seconds',
        ].every((name) => names.includes(name));
      };
      await waitFor(hasAll, { what: `the metrics of ${service}` });
      expect(collector.lines).toContainEqual(
        expect.objectContaining({ service, text: 'listening' }),
      );
    }
    const { version } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    );
    const [listening = ''] = server.output().match(/.*"msg":"listening".*/) ?? [];
    expect(JSON.parse(listening)).toMatchObject({ port, version });
    const durations = collector.metrics.findLast(
      ({ name }) => name === 'parley_http_request_duration_seconds',
    );
    const point = durations?.histogram.dataPoints.find((one: object) =>
      JSON.stringify(one).includes('"createSession"'),
    );
    expect(point).toMatchObject({ count: 1, sum: expect.any(Number) });
    const counted = point.bucketCounts.map(Number).reduce((sum: number, n: number) => sum + n, 0);
    expect(counted).toBe(1);
    expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
    const text = collector.text();
    expect(text).toContain(`{"key":"service.version","value":{"stringValue":"${version}"}}`);
    const secrets = [merchant.secretKey, other.secretKey, payments.account.secretKey];
    for (const value of [...Object.values(planted), ...secrets, 'planted_token'])
      expect(text).not.toContain(value);
  });
});
