import type { Scope } from '@parley/db';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import { withClient } from '../harness/database.ts';
import { print } from '../harness/report.ts';

/** Ids of things that lists, searches and pages are called with. */
export interface KnownIds {
  /** A session in the middle of all, and things that lead to it. */
  readonly session: string;
  readonly buyer: string;
  readonly attempt: string;
  readonly event: string;
  readonly request: string;
  readonly idempotencyKey: string;
  /** A session that waits for the merchant's server. */
  readonly unprovisioned: string;
  readonly providerObject: string;
  /** The subscription with the most events. */
  readonly subscription: string;
  readonly providerSubscription: string;
  readonly customer: string;
  readonly invoice: string;
  readonly providerConfig: string;
  /** An event of the provider that failed. */
  readonly providerEvent: string;
  readonly endpoint: string;
  /** An event that the endpoint received. */
  readonly delivered: string;
}

const id = (prefix: Parameters<typeof formatId>[0]) =>
  formatId(prefix, 0, new Uint8Array(ID_RANDOM_BYTES));

/** Ids of nothing. */
export const exampleIds: KnownIds = {
  session: id('psess'),
  buyer: 'customer_1',
  attempt: id('pspacq'),
  event: id('evt'),
  request: id('req'),
  idempotencyKey: 'order_3',
  unprovisioned: id('psess'),
  providerObject: 'pi_1',
  subscription: id('psub'),
  providerSubscription: 'sub_1',
  customer: 'cus_1',
  invoice: 'in_1',
  providerConfig: id('pspcfg'),
  providerEvent: 'evt_1',
  endpoint: id('whend'),
  delivered: id('evt'),
};

/** In each statement, $1 is the merchant and $2 the mode. */
const queries: readonly string[] = [
  `SELECT s.id AS session, s.buyer_reference AS buyer, a.id AS attempt, o.id AS event
   FROM proxy_session s
   JOIN acquisition_attempt a ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id
   JOIN outbox_event o ON o.merchant_id = s.merchant_id AND o.proxy_session_id = s.id
   WHERE s.merchant_id = $1 AND s.mode = $2 AND s.created_at < now() - interval '5 days'
   ORDER BY s.created_at DESC LIMIT 1`,
  `SELECT id AS request, idempotency_key AS "idempotencyKey" FROM api_request
   WHERE merchant_id = $1 AND mode = $2 AND idempotency_key IS NOT NULL ORDER BY id DESC
   OFFSET 1000 LIMIT 1`,
  `SELECT id AS unprovisioned FROM proxy_session
   WHERE merchant_id = $1 AND mode = $2 AND status = 'paid' ORDER BY created_at LIMIT 1`,
  `SELECT provider_object_id AS "providerObject" FROM payment
   WHERE merchant_id = $1 AND mode = $2 LIMIT 1`,
  `SELECT u.id AS subscription, u.provider_subscription_id AS "providerSubscription",
     u.provider_customer_id AS customer, u.latest_invoice_id AS invoice
   FROM (
     SELECT proxy_session_id FROM outbox_event
     WHERE merchant_id = $1 AND mode = $2 AND type = 'subscription.updated'
     ORDER BY sequence DESC LIMIT 1
   ) most JOIN subscription u ON u.merchant_id = $1 AND u.proxy_session_id = most.proxy_session_id`,
  `SELECT psp_config_id AS "providerConfig", event_id AS "providerEvent" FROM provider_event
   WHERE merchant_id = $1 AND mode = $2 AND status = 'failed' ORDER BY received_at LIMIT 1`,
  `SELECT d.endpoint_id AS endpoint, d.event_id AS delivered
   FROM webhook_endpoint e
   JOIN webhook_delivery d ON d.merchant_id = e.merchant_id AND d.endpoint_id = e.id
   WHERE e.merchant_id = $1 AND e.mode = $2 AND e.status = 'active'
   ORDER BY e.id DESC, d.event_id DESC OFFSET 1000 LIMIT 1`,
];

/** Finds the ids in a database. What it lacks has the id of nothing. */
export async function readKnownIds(url: string, { merchantId, mode }: Scope): Promise<KnownIds> {
  let ids = exampleIds;
  await withClient(url, async (client) => {
    for (const query of queries) {
      const [found = {}] = (await client.query<Partial<KnownIds>>(query, [merchantId, mode])).rows;
      ids = { ...ids, ...found };
    }
  });
  const absent = Object.entries(exampleIds).filter(
    ([name, value]) => ids[name as keyof KnownIds] === value && name !== 'buyer',
  );
  if (absent.length > 0) print(`not found: ${absent.map(([name]) => name).join(', ')}`);
  return ids;
}
