import { z } from 'zod';
import { type Condition, createdConditions, page } from '../api/lists.ts';
import { get, type Route } from '../api/operation.ts';
import { noSuch } from '../store/kinds.ts';
import { exclusiveParams } from '../wire/errors.ts';
import { createdFilter, flag, listSchema, noParams, paging, text } from '../wire/params.ts';

/** The body of an event with its number of pending deliveries. */
const SHOWN = `body::jsonb || jsonb_build_object('pending_webhooks',
  (SELECT count(*) FROM webhook_delivery d WHERE d.event_id = event.id AND d.state = 'pending'))`;

export const eventRoutes: readonly Route[] = [
  get(
    '/v1/events',
    z.strictObject({
      ...paging,
      created: createdFilter().optional(),
      delivery_success: flag().optional(),
      type: text().optional(),
      types: listSchema(text()).optional(),
    }),
    async ({ tx }, { created, delivery_success, type, types, ...paging }) => {
      if (type !== undefined && types !== undefined) {
        throw exclusiveParams('type', 'types');
      }
      const conditions: Condition[] = createdConditions(created, 'created');
      if (type?.includes('*'))
        conditions.push({
          sql: 'type LIKE $?',
          value: type.replaceAll('_', '\\_').replaceAll('*', '%'),
        });
      else if (type !== undefined) conditions.push({ sql: 'type = $?', value: type });
      if (types !== undefined) conditions.push({ sql: 'type = ANY($?)', value: types });
      if (delivery_success !== undefined) {
        const open = `EXISTS (SELECT FROM webhook_delivery d WHERE d.event_id = event.id AND d.state <> 'succeeded')`;
        conditions.push({ sql: `${open} <> $?::boolean`, value: delivery_success });
      }
      const found = await page<unknown>(
        tx,
        { table: 'event', kind: 'event', column: SHOWN },
        conditions,
        paging,
      );
      return { object: 'list', data: found.rows, has_more: found.hasMore, url: '/v1/events' };
    },
  ),

  get('/v1/events/:id', noParams, async ({ tx, id }) => {
    const found = await tx.client.query<{ shown: unknown }>(
      `SELECT ${SHOWN} AS shown FROM event WHERE id = $1`,
      [id],
    );
    const row = found.rows[0];
    if (!row) throw noSuch('event', id);
    return row.shown;
  }),
];
