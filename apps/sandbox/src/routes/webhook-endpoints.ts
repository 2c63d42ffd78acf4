import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { del, post, type Route, retrieveOperation } from '../api/operation.ts';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/kinds.ts';
import { listSchema, metadata, noParams, text, webUrl } from '../wire/params.ts';

const PATH = '/v1/webhook_endpoints';

/** Webhook endpoints. Each receives the events of its mode that were enabled when it was created. */
export const webhookEndpointRoutes: readonly Route[] = [
  post(
    PATH,
    z.strictObject({
      url: webUrl(),
      enabled_events: listSchema(text(100)),
      api_version: text(50).optional(),
      description: text(5_000).optional(),
      metadata: metadata().optional(),
    }),
    async ({ tx }, { url, enabled_events, api_version, description, metadata }) => {
      const secret = newId('whsec', 32);
      const endpoint = await tx.insert(
        'webhook_endpoint',
        {
          id: newId('we'),
          object: 'webhook_endpoint',
          api_version: api_version ?? null,
          application: null,
          created: nowSeconds(),
          description: description ?? null,
          enabled_events,
          livemode: tx.config.livemode,
          metadata: metadata ?? {},
          status: 'enabled',
          url,
        },
        { signing_secret: secret },
      );
      return { ...endpoint.data, secret };
    },
  ),
  listOperation('webhook_endpoint', PATH, {}),
  retrieveOperation('webhook_endpoint', PATH),

  del(`${PATH}/:id`, noParams, async ({ tx, id }) => {
    await tx.lock('webhook_endpoint', id);
    await tx.client.query('DELETE FROM object WHERE id = $1', [id]);
    await tx.client.query(
      "DELETE FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'pending'",
      [id],
    );
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];
