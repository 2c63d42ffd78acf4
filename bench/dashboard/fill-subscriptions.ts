import { sampleEvent } from '@parley/contract';
import { idBody } from '../harness/session-copies.ts';
import type { Filling } from './filling.ts';

/** The events of the subscription with the most: more than ten years of monthly invoices. */
const MOST_EVENTS = 600;
const EVENTS = 3;
/** Behind any sequence that the product gives the events of a session. */
const FIRST_SEQUENCE = 1_000;

/**
 * Adds subscriptions of fulfilled sessions, several per buyer, each with three events: 5 % are past due, 10 %
 * canceled, 1 % need a change of their configuration. The oldest one has 600 events.
 */
export async function fillSubscriptions(filling: Filling, count: number): Promise<void> {
  const { client, merchantId } = filling;
  await client.query(
    `INSERT INTO subscription (merchant_id, id, mode, proxy_session_id, attempt_id, psp_config_id,
       buyer_reference, psp, provider_subscription_id, provider_customer_id, status,
       configuration_status, configuration_reason, cancel_at_period_end, current_period_start,
       current_period_end, ended_at, items, items_updated_at, latest_invoice_id,
       latest_invoice_amount_minor, latest_invoice_currency, latest_payment_status, last_synced_at,
       sync_source, created_at, updated_at)
     SELECT s.merchant_id, 'psub_' || body, s.mode, s.id, a.id, a.merchant_psp_config_id,
       s.buyer_reference, 'provider', 'sub_' || body, 'cus_' || md5(s.buyer_reference),
       CASE WHEN n % 10 = 1 THEN 'canceled' WHEN n % 20 = 2 THEN 'past_due' ELSE 'active' END,
       CASE WHEN n % 100 = 3 THEN 'action_required' ELSE 'supported' END,
       CASE WHEN n % 100 = 3 THEN 'unsupported_item' END, false, s.created_at,
       now() + interval '30 days', CASE WHEN n % 10 = 1 THEN now() END, '[]', s.created_at,
       'in_' || body || '_${EVENTS}', s.final_amount_minor, s.final_currency, 'paid', now(), 'event',
       s.created_at, s.created_at
     FROM (
       SELECT *, substr(id, 7) AS body, row_number() OVER (ORDER BY created_at) AS n
       FROM proxy_session WHERE merchant_id = $1 AND mode = 'test' AND status = 'provisioned'
       ORDER BY created_at DESC LIMIT $2
     ) s
     JOIN acquisition_attempt a ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id
       AND a.is_current AND a.merchant_psp_config_id IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [merchantId, count],
  );
  await fillEvents(filling, EVENTS, '');
  await fillEvents(filling, MOST_EVENTS, 'ORDER BY created_at, id LIMIT 1');
}

/** @param which SQL that selects some of the subscriptions */
async function fillEvents({ client, merchantId }: Filling, count: number, which: string) {
  const sample = sampleEvent('subscription.updated');
  await client.query(
    `INSERT INTO outbox_event (merchant_id, id, mode, type, proxy_session_id, sequence, payload,
       created_at)
     SELECT u.merchant_id, 'evt_' || u.body, u.mode, u.type, u.proxy_session_id, u.sequence,
       jsonb_build_object('id', 'evt_' || u.body, 'type', u.type, 'data', jsonb_build_object(
         'object', ($3::jsonb #> '{data,object}') || jsonb_build_object('id', u.id,
           'latest_invoice_id', u.invoice, 'latest_invoice_amount_minor', u.latest_invoice_amount_minor,
           'latest_invoice_currency', u.latest_invoice_currency, 'latest_payment_status', 'paid'),
         'previous_attributes', '{}'::jsonb)) || ($3::jsonb - '{id,type,data}'::text[]),
       u.at
     FROM (
       SELECT u.*, n + ${FIRST_SEQUENCE} AS sequence, at, ${idBody('at')} AS body,
         'in_' || substr(u.id, 6) || '_' || n AS invoice,
         CASE n WHEN 1 THEN 'subscription.created' ELSE 'subscription.updated' END AS type
       FROM (SELECT * FROM subscription WHERE merchant_id = $1 AND mode = 'test' ${which}) u
       CROSS JOIN generate_series(1, $2::int) n
       CROSS JOIN LATERAL (SELECT u.created_at + make_interval(mins => n) AS at) times
     ) u
     ON CONFLICT DO NOTHING`,
    [merchantId, count, sample],
  );
}

/**
 * Adds events of the provider, received in the last 30 days: a sixth is parked for a month, a sixth failed, the
 * others are applied.
 */
export async function fillProviderEvents(
  { client, merchantId }: Filling,
  count: number,
): Promise<void> {
  await client.query(
    `INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
       status, note, attempts, parks, due_at, occurred_at, received_at, finished_at, proxy_session_id)
     SELECT $1, c.id, 'evt_' || md5(n::text), 'test', 'payment_intent.succeeded', 'pi_' || md5(n::text),
       jsonb_build_object('id', 'evt_' || md5(n::text), 'object', 'event', 'data', jsonb_build_object(
         'object', jsonb_build_object('id', 'pi_' || md5(n::text), 'status', 'succeeded',
           'amount_received', 4200, 'description', repeat('Filter coffee ', 40)))),
       status, CASE status WHEN 'parked' THEN 'matches no attempt' WHEN 'failed' THEN 'amounts differ' END,
       1, CASE status WHEN 'parked' THEN 1 ELSE 0 END, now() + interval '30 days', at, at, at,
       CASE status WHEN 'parked' THEN NULL ELSE s.id END
     FROM generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT now() - interval '30 days' * n / $2::int AS at,
       CASE n % 6 WHEN 0 THEN 'parked' WHEN 3 THEN 'failed' ELSE 'applied' END AS status) e
     CROSS JOIN (SELECT id FROM psp_config
       WHERE merchant_id = $1 AND mode = 'test' ORDER BY created_at LIMIT 1) c
     LEFT JOIN (
       SELECT id, row_number() OVER (ORDER BY created_at DESC) AS n FROM proxy_session
       WHERE merchant_id = $1 AND mode = 'test' AND status = 'provisioned'
     ) s USING (n)
     ON CONFLICT DO NOTHING`,
    [merchantId, count],
  );
}
