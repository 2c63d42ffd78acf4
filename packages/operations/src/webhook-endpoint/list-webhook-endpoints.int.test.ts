import { afterAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { archiveWebhookEndpoint } from './archive-webhook-endpoint.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { listEndpointsWithHealth } from './list-webhook-endpoints.ts';

const { deps, caller, scope, close } = await startOperations();
afterAll(close);

it('lists archived endpoints separately from the others, page by page', async () => {
  const ids: string[] = [];
  for (const path of ['a', 'b', 'c', 'd']) {
    const url = `https://shop.example/${path}`;
    ids.unshift((await createWebhookEndpoint(deps, caller, { url })).webhook_endpoint.id);
  }
  const [newest, archived, third, oldest] = ids;
  await archiveWebhookEndpoint(deps, caller, { webhook_endpoint_id: archived ?? '' });
  const list = async (input: { archived: boolean; cursor?: string | undefined }) => {
    const page = await listEndpointsWithHealth(deps, scope, { ...input, limit: 2 });
    const found = page.data.map(({ endpoint, health }) => [endpoint.id, health.status]);
    return { found, cursor: page.next_cursor ?? undefined };
  };
  const first = await list({ archived: false });
  expect(first.found).toEqual([
    [newest, 'active'],
    [third, 'active'],
  ]);
  const second = await list({ archived: false, cursor: first.cursor });
  expect(second).toEqual({ found: [[oldest, 'active']], cursor: undefined });
  expect((await list({ archived: true })).found).toEqual([[archived, 'archived']]);
});
