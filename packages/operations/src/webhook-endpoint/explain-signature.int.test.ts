import { createSigner } from '@parley/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { explainSignature } from './explain-signature.ts';
import { pingEndpoint } from './ping-endpoint.ts';
import { rotateSigningSecret } from './rotate-signing-secret.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** Adds an endpoint; returns how to rotate its secret, and a request that was sent to it. */
async function addEndpoint() {
  const url = 'https://shop.example/hooks';
  const { webhook_endpoint } = await createWebhookEndpoint(ops.deps, ops.caller, { url });
  const webhook_endpoint_id = webhook_endpoint.id;
  const { delivery } = await pingEndpoint(ops.deps, ops.caller, { webhook_endpoint_id });
  const [event] = await ops.database.client.$queryRaw<{ body: string }[]>`
    SELECT payload::text AS body FROM outbox_event
    WHERE merchant_id = ${ops.scope.merchantId} AND id = ${delivery.event_id}`;
  const body = event?.body ?? '';
  const timestamp = Math.floor((await ops.database.now()).getTime() / 1_000);
  return {
    id: webhook_endpoint_id,
    body,
    rotate: (previous_signing_secret_expires_at = '2100-01-01T00:00:00Z') =>
      rotateSigningSecret(ops.deps, ops.caller, {
        webhook_endpoint_id,
        previous_signing_secret_expires_at,
      }),
    explain: (secret: string, received = body) => {
      const headers = createSigner([secret])({ id: delivery.event_id, timestamp, body });
      const text = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const input = { webhook_endpoint_id, headers: text.join('\n'), body: received };
      return explainSignature(ops.deps, ops.caller, input);
    },
  };
}

it('finds the current secret, the previous one during the overlap, and those of other endpoints', async () => {
  const [endpoint, other] = [await addEndpoint(), await addEndpoint()];
  const [first, second] = [await endpoint.rotate(), await endpoint.rotate()];
  const foreign = await other.rotate();
  const { signing_secret } = second;
  const explained = await endpoint.explain(signing_secret);
  expect(explained).toEqual({
    missing_headers: [],
    renamed_headers: [],
    is_event_known: true,
    timestamp: { state: 'valid', age_seconds: expect.any(Number) },
    signatures: ['matched'],
    signed_by: { secret: 'current', other_endpoint: null },
    body: { change: 'unchanged', difference: null },
    secret_created_at: second.webhook_endpoint.updated_at,
    previous_signing_secret_expires_at: '2100-01-01T00:00:00.000Z',
  });
  expect((await endpoint.explain(first.signing_secret)).signed_by).toEqual({
    secret: 'previous',
    other_endpoint: null,
  });
  expect((await endpoint.explain(foreign.signing_secret)).signed_by).toEqual({
    secret: 'current',
    other_endpoint: { id: other.id, url: 'https://shop.example/hooks' },
  });
});

it('shows where a body begins to differ from the sent event', async () => {
  const endpoint = await addEndpoint();
  const { signing_secret } = await endpoint.rotate();
  const { body } = endpoint;
  const offset = body.indexOf('shop.example');
  const edited = body.replace('shop.example', 'cart.example');
  expect(await endpoint.explain(signing_secret, edited)).toMatchObject({
    signatures: ['matched'],
    body: {
      change: 'edited',
      difference: {
        offset,
        sent: body.slice(offset - 20, offset + 40),
        received: edited.slice(offset - 20, offset + 40),
      },
    },
  });
  const indented = JSON.stringify(JSON.parse(body), null, 2);
  expect((await endpoint.explain(signing_secret, indented)).body).toMatchObject({
    change: 'reformatted',
    difference: { offset: 1 },
  });
});

it('finds no secret of a replaced secret, and none of an event of another merchant', async () => {
  const endpoint = await addEndpoint();
  const { signing_secret } = await endpoint.rotate();
  await endpoint.rotate();
  await endpoint.rotate();
  expect(await endpoint.explain(signing_secret)).toMatchObject({
    is_event_known: true,
    signatures: ['not_matched'],
    signed_by: null,
    body: { change: 'unchanged' },
  });
  const headers = 'webhook-id: evt_1';
  const input = { webhook_endpoint_id: endpoint.id, headers, body: '{}' };
  expect(await explainSignature(ops.deps, ops.caller, input)).toMatchObject({
    missing_headers: ['webhook-timestamp', 'webhook-signature'],
    is_event_known: false,
    timestamp: { state: 'missing' },
    signatures: [],
    body: { change: null, difference: null },
  });
});
