import type { ServerResponse } from 'node:http';
import { addEndpoint, addMerchant, claimsOfAll } from '@parley/db/testing';
import { createSession, resumeMerchant, suspendMerchant, systemCaller } from '@parley/operations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

/** Adds another merchant with endpoints at `/other/<n>`. Returns what creates a session of it. */
async function addOther(endpoints: number) {
  const { database, receiver, deps } = webhooks;
  const scope = await addMerchant(database);
  for (let n = 0; n < endpoints; n++) {
    await addEndpoint(database, scope, { url: `${receiver.url}/other/${n}` });
  }
  const caller = systemCaller(scope);
  const order = { amount_minor: 100, currency: 'eur', buyer_reference: 'b', cart_snapshot: {} };
  return { caller, createSession: () => createSession(deps, caller, order) };
}

const isOther = ({ path }: { readonly path: string }) => path.startsWith('/other/');

it('a merchant with many endpoints that do not respond takes a fifth of the requests, and another one’s events arrive', async () => {
  const { receiver } = webhooks;
  const held: ServerResponse[] = [];
  receiver.respondWith((response, received) => {
    if (isOther(received)) held.push(response);
    else response.writeHead(204).end();
  });
  await webhooks.endpoint('/quiet');
  const other = await addOther(80);
  await other.createSession();
  webhooks.startWorker(60_000);
  await receiver.waitForRequests(13);
  await webhooks.session();
  await receiver.waitForRequests(1, '/quiet');
  expect(held).toHaveLength(13);
  receiver.respondWith((response) => response.writeHead(204).end());
  for (const response of held) response.writeHead(204).end();
  await receiver.waitForRequests(81);
});

it('nothing is sent to a suspended merchant, and everything when it is resumed', async () => {
  const { receiver, deps, database } = webhooks;
  await webhooks.endpoint('/control');
  const other = await addOther(1);
  await other.createSession();
  await claimsOfAll(database).fanOut(100);
  await suspendMerchant(deps, other.caller);
  await other.createSession();
  webhooks.startWorker();
  for (let n = 1; n <= 3; n++) {
    await webhooks.session();
    await receiver.waitForRequests(n, '/control');
  }
  expect(receiver.received.filter(isOther)).toEqual([]);
  await resumeMerchant(deps, other.caller);
  await receiver.waitForRequests(2, '/other/0');
});
