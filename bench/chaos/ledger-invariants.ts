import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Invariant } from './invariant.ts';
import type { Call, Outcome } from './ledger.ts';

type Acknowledged = Call & { outcome: Outcome };

/** Repeated requests at the end of a run: all of them would take long. */
const REPEATED = 400;

interface StoredSession {
  readonly id: string;
  readonly merchant_id: string;
  readonly mode: string;
  readonly status: string;
  readonly fulfillment_reference: string | null;
  readonly idempotency_key: string | null;
  /** Amounts by cart version, from 1. */
  readonly amounts: Readonly<Record<string, number>>;
  readonly actions: readonly string[];
  /** Root objects of its attempts. */
  readonly roots: readonly string[];
  readonly attempts: readonly string[];
}

async function readSessions({ pool }: Pick<Evidence, 'pool'>): Promise<Map<string, StoredSession>> {
  const { rows } = await pool.query<StoredSession>(`
    SELECT s.id, s.merchant_id, s.mode, s.status, s.fulfillment_reference, s.idempotency_key,
      (SELECT json_object_agg(c.cart_version, c.amount_minor) FROM (
        SELECT cart_version, amount_minor FROM cart_revision r
        WHERE r.merchant_id = s.merchant_id AND r.proxy_session_id = s.id
        UNION ALL SELECT s.cart_version, s.amount_minor) c) AS amounts,
      (SELECT array_agg(h.action) FROM history_entry h
       WHERE h.merchant_id = s.merchant_id AND h.proxy_session_id = s.id) AS actions,
      ARRAY(SELECT a.provider_root_object_id FROM acquisition_attempt a
       WHERE a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id
         AND a.provider_root_object_id IS NOT NULL) AS roots,
      ARRAY(SELECT a.id FROM acquisition_attempt a
       WHERE a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id) AS attempts
    FROM proxy_session s`);
  return new Map(rows.map((row) => [row.id, row]));
}

const getSessionId = ({ path }: Call): string => path.split('/')[3] ?? '';

/** Whether a stored session shows an acknowledged write, by operation. */
const shows: Readonly<Record<string, (session: StoredSession, call: Acknowledged) => boolean>> = {
  create_session: (session, { body, key }) =>
    session.amounts['1'] === body.amount_minor && session.idempotency_key === key,
  replace_cart: (session, { outcome }) =>
    session.amounts[outcome.body.cart_version] === outcome.body.amount_minor,
  cancel: ({ actions }) => actions.includes('cancel'),
  reserve: ({ attempts }, { outcome }) => attempts.includes(outcome.body.acquisition_attempt.id),
  attach: ({ roots }, { body }) => roots.includes(body.object_id),
  provisioned: (session, { body }) =>
    session.status === 'provisioned' &&
    session.fulfillment_reference === body.fulfillment_reference,
  provisioning_failed: ({ status }) => status === 'provisioning_failed',
};

const acknowledged: Invariant = {
  name: 'acknowledged-writes',
  description: 'Every write that was acknowledged is stored, for its merchant and mode.',
  when: 'end',
  check: async (evidence) => {
    const sessions = await readSessions(evidence);
    return Object.entries(shows).flatMap(([operation, isShown]) =>
      evidence.ledger.succeeded(operation).flatMap((call) => {
        const id = operation === 'create_session' ? call.outcome.body.id : getSessionId(call);
        const session = sessions.get(id);
        const line = `${operation} of ${id}, request ${call.outcome.requestId}`;
        if (!session) return [`${line}: the session is missing`];
        const { merchantId, mode } = call.scope;
        const isOwn = session.merchant_id === merchantId && session.mode === mode;
        if (isOwn && isShown(session, call)) return [];
        return [
          `${line}: ${JSON.stringify(call.body ?? null)}, but stored is ${JSON.stringify(session)}`,
        ];
      }),
    );
  },
};

const oneWinner: Invariant = {
  name: 'one-writer-per-version',
  description:
    'Of the replacements of a cart that expect the same version, one is acknowledged at most.',
  when: 'end',
  check: async ({ ledger }) => {
    const byVersion = Map.groupBy(
      ledger.succeeded('replace_cart'),
      (call) => `${getSessionId(call)} version ${call.body.expected_cart_version}`,
    );
    return [...byVersion]
      .filter(([, calls]) => calls.length > 1)
      .map(
        ([name, calls]) => `${name}: ${calls.map(({ outcome }) => outcome.requestId).join(', ')}`,
      );
  },
};

/** The history entry of each operation, which a refused request must not have. */
const entries: Readonly<Record<string, string>> = {
  replace_cart: 'replace_cart',
  cancel: 'cancel',
  reserve: 'reserve',
  attach: 'attach_root',
  provisioned: 'report_provisioned',
  provisioning_failed: 'report_provisioning_failed',
};

const refused: Invariant = {
  name: 'refused-writes',
  description: 'A write that was refused is not stored.',
  when: 'end',
  check: async ({ pool, ledger }) => {
    const refusals = ledger.calls.filter(
      ({ operation, outcome }) => operation in entries && (outcome?.status ?? 0) >= 400,
    );
    const { rows } = await pool.query<{ request_id: string; action: string }>(
      'SELECT request_id, action FROM history_entry WHERE request_id = ANY($1::text[])',
      [refusals.map(({ outcome }) => outcome?.requestId)],
    );
    const stored = new Set(rows.map(({ request_id, action }) => `${request_id} ${action}`));
    const reused = ledger.calls.filter(({ operation }) => operation === 'reuse_key');
    const { rows: copies } = await pool.query<{ merchant_id: string; mode: string; key: string }>(
      `SELECT merchant_id, mode, idempotency_key AS key FROM proxy_session
       WHERE idempotency_key IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1`,
    );
    return [
      ...refusals
        .filter(({ operation, outcome }) =>
          stored.has(`${outcome?.requestId} ${entries[operation]}`),
        )
        .map(({ operation, outcome }) => `${operation}, request ${outcome?.requestId}, is stored`),
      ...copies.map(({ key }) => `the key ${key} created more than one session`),
      ...reused
        .filter(({ outcome }) => outcome && outcome.status < 300)
        .map(({ path, key }) => `${path} with the key ${key} and another body succeeded`),
    ];
  },
};

/** A repeated creation returns the present status of the handoff. */
const withoutStatus = ({ operation }: Call, body: Outcome['body']) =>
  operation === 'create_session' ? { ...body, status: null } : body;

const idempotency: Invariant = {
  name: 'idempotency',
  description:
    'A request has one outcome for ever: repeated with its key, it has the same response.',
  when: 'end',
  check: async ({ ledger, api }) => {
    const violations = [...ledger.contradictions];
    const calls = ledger.calls.filter(
      ({ key, outcome, operation }) =>
        key !== null && outcome !== null && outcome.status < 300 && operation !== 'rotate_secret',
    );
    const step = Math.max(1, Math.floor(calls.length / REPEATED));
    for (const call of calls.filter((_, index) => index % step === 0)) {
      const again = await api.repeat(call);
      const isSame =
        again?.status === call.outcome?.status &&
        isDeepStrictEqual(
          withoutStatus(call, again?.body),
          withoutStatus(call, call.outcome?.body),
        );
      if (!isSame)
        violations.push(
          `${call.operation} with the key ${call.key}: first ${JSON.stringify(call.outcome)}, then ${JSON.stringify(again)}`,
        );
    }
    return violations;
  },
};

/** The audit entry of each operation on endpoints. */
const audited: Readonly<Record<string, string>> = {
  create_endpoint: 'webhook_endpoint.created',
  update_endpoint: 'webhook_endpoint.updated',
  rotate_secret: 'webhook_endpoint.signing_secret_rotated',
  archive_endpoint: 'webhook_endpoint.archived',
};

const audit: Invariant = {
  name: 'audit',
  description:
    'Every change of an endpoint that was acknowledged is in the audit log exactly once.',
  when: 'end',
  check: async ({ pool, ledger }) => {
    const { rows } = await pool.query<{ object_id: string; action: string; count: number }>(
      `SELECT object_id, action, count(*)::int AS count FROM audit_entry
       WHERE object_type = 'webhook_endpoint' GROUP BY 1, 2`,
    );
    const stored = new Map(
      rows.map(({ object_id, action, count }) => [`${object_id} ${action}`, count]),
    );
    const expected = new Map<string, number>();
    for (const [operation, action] of Object.entries(audited)) {
      for (const { outcome } of ledger.succeeded(operation)) {
        const name = `${outcome.body.webhook_endpoint.id} ${action}`;
        expected.set(name, (expected.get(name) ?? 0) + 1);
      }
    }
    return [...expected]
      .filter(([name, count]) => stored.get(name) !== count)
      .map(([name, count]) => `${name}: ${count} acknowledged, ${stored.get(name) ?? 0} stored`);
  },
};

export const ledgerInvariants: readonly Invariant[] = [
  acknowledged,
  oneWinner,
  refused,
  idempotency,
  audit,
];
