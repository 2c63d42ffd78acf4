import type { AttemptStatus, SessionStatus } from '@parley/domain';
import { createSession, type Deps } from '@parley/operations';
import type pg from 'pg';
import { order } from '../harness/order.ts';
import type { Originals } from '../harness/session-copies.ts';

interface Original {
  readonly status: SessionStatus;
  readonly attempt?: AttemptStatus;
  readonly reason?: string;
  readonly isClosed?: boolean;
}

/** Sessions to copy, by name. No session has the status provisioning_failed. */
const originals = {
  created: { status: 'created' },
  canceled: { status: 'canceled', isClosed: true },
  declined: { status: 'payer_opened', attempt: 'failed', reason: 'payment_declined' },
  unknown: { status: 'payment_processing', attempt: 'unknown', reason: 'provider_timeout' },
  paid: { status: 'paid', attempt: 'succeeded' },
  provisioned: { status: 'provisioned', attempt: 'succeeded', isClosed: true },
  conflicted: { status: 'payment_conflicted', attempt: 'integrity_failed' },
} as const satisfies Readonly<Record<string, Original>>;

type Name = keyof typeof originals;

/**
 * The originals in the order in which copies take them: a tenth each is paid, unknown or declined, a fifth is
 * provisioned, one in 4,999 conflicted. A prime, so that the sessions of a buyer differ.
 */
export const templates: readonly Name[] = Array.from({ length: 4_999 }, (_, n): Name => {
  if (n === 17) return 'conflicted';
  const tenths: readonly Name[] = [
    'created',
    'canceled',
    'provisioned',
    'created',
    'paid',
    'canceled',
    'declined',
    'provisioned',
    'unknown',
    'canceled',
  ];
  return tenths[n % tenths.length] ?? 'created';
});

/** Creates the sessions to copy. Their statuses are set, because operations would need a provider. */
export async function createOriginals(
  client: pg.Client,
  deps: Deps,
  caller: Parameters<typeof createSession>[1],
  providerConfigId: string,
): Promise<Originals> {
  const ids: Record<string, string> = {};
  for (const [name, original] of Object.entries<Original>(originals)) {
    const { id } = await createSession(deps, caller, order);
    ids[name] = id;
    if (original.attempt) await reserveAttempt(client, id, name, providerConfigId, original);
    await changeSession(client, id, original);
  }
  return ids;
}

async function reserveAttempt(
  client: pg.Client,
  sessionId: string,
  name: string,
  providerConfigId: string,
  { attempt, reason }: Original,
): Promise<void> {
  await client.query(
    `INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number, is_current, psp,
       commercial_mode, integration_path, pricing_mode, status, status_reason, version,
       merchant_psp_config_id, reserved_cart_version, provider_options_fingerprint,
       provider_retry_not_after, provider_root_object_id, provider_root_object_type, root_created_by,
       provider_created_at, completion_recorded_at, created_at, updated_at)
     SELECT merchant_id, attempt_id, id, mode, 1, true, 'provider', 'one_time', 'payment_intent', 'fixed',
       $2, $3, 3, $4, 1, repeat('a', 64), now(), 'pi_' || $5, 'payment_intent', 'payer_page', now(),
       CASE WHEN $2 = 'succeeded' THEN now() END, created_at, now()
     FROM proxy_session WHERE id = $1`,
    [sessionId, attempt, reason ?? null, providerConfigId, name],
  );
  await client.query(
    `INSERT INTO history_entry (merchant_id, proxy_session_id, sequence, attempt_id, action, from_status,
       to_status, reason, actor_kind, at)
     SELECT merchant_id, proxy_session_id, 2, id, 'record_outcome', 'reserved', status, status_reason,
       'provider', now()
     FROM acquisition_attempt WHERE proxy_session_id = $1`,
    [sessionId],
  );
  if (attempt !== 'succeeded' && attempt !== 'integrity_failed') return;
  await client.query(
    `INSERT INTO payment (merchant_id, mode, provider_object_id, provider_object_type, proxy_session_id,
       attempt_id, root_object_id, root_object_type, amount_minor, currency, captured_at, recorded_at,
       updated_at)
     SELECT a.merchant_id, a.mode, provider_root_object_id, provider_root_object_type, s.id, a.id,
       provider_root_object_id, provider_root_object_type, s.amount_minor, s.currency, now(), now(), now()
     FROM acquisition_attempt a JOIN proxy_session s ON s.id = a.proxy_session_id WHERE s.id = $1`,
    [sessionId],
  );
}

async function changeSession(client: pg.Client, id: string, original: Original): Promise<void> {
  const { status, isClosed = false } = original;
  if (status === 'created') return;
  await client.query(
    `UPDATE proxy_session s SET status = $2, version = 2, event_sequence = 2, history_sequence = 3,
       closed_at = CASE WHEN $3 THEN updated_at END,
       completed_attempt_id = (SELECT a.id FROM acquisition_attempt a
         WHERE a.proxy_session_id = s.id AND a.status = 'succeeded'),
       payment_status = CASE WHEN EXISTS (SELECT 1 FROM payment p WHERE p.proxy_session_id = s.id)
         THEN 'paid' ELSE 'unpaid' END,
       (attempt_number, attempt_status, attempt_status_reason, attempt_integration_path,
         attempt_pricing_mode) = (
         SELECT a.attempt_number, a.status, a.status_reason, a.integration_path, a.pricing_mode
         FROM acquisition_attempt a WHERE a.proxy_session_id = s.id)
     WHERE id = $1`,
    [id, status, isClosed],
  );
  await client.query(
    `INSERT INTO history_entry (merchant_id, proxy_session_id, sequence, action, from_status, to_status,
       actor_kind, at)
     SELECT merchant_id, id, 3, 'change', 'created', status, 'provider', now()
     FROM proxy_session WHERE id = $1`,
    [id],
  );
  await client.query(
    `INSERT INTO outbox_event (merchant_id, id, mode, type, proxy_session_id, sequence, payload, created_at)
     SELECT merchant_id, left(id, -1) || 'z', mode, 'proxy_session.' || $2, proxy_session_id, 2,
       jsonb_set(payload::jsonb, '{type}', to_jsonb('proxy_session.' || $2))::json, created_at
     FROM outbox_event WHERE proxy_session_id = $1 AND sequence = 1`,
    [id, status],
  );
}
