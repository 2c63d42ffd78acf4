import type pg from 'pg';
import type { Invariant } from './invariant.ts';

/** Money that a provider object took, in minor units. */
interface Taken {
  readonly intent: string;
  readonly mode: string;
  readonly session: string | null;
  readonly amount: number;
  readonly refunded: number;
}

/** The schemas of the simulator's database. */
const schemas = { test: 'public', live: 'live' } as const;

/** The charges that succeeded at the provider. */
async function readCharges(pool: pg.Pool): Promise<Taken[]> {
  const charges: Taken[] = [];
  for (const [mode, schema] of Object.entries(schemas)) {
    const { rows } = await pool.query<Omit<Taken, 'mode'>>(`
      SELECT i.id AS intent, COALESCE(i.data->'metadata'->>'proxy_session_id',
          p.data->'metadata'->>'proxy_session_id', s.data->'metadata'->>'proxy_session_id') AS session,
        (c.data->>'amount_captured')::int AS amount, (c.data->>'amount_captured')::int
          - (c.data->>'amount')::int + (c.data->>'amount_refunded')::int AS refunded
      FROM ${schema}.object c JOIN ${schema}.object i ON i.id = c.data->>'payment_intent'
      LEFT JOIN ${schema}.object v ON v.kind = 'invoice' AND v.id = i.hidden->>'invoice'
      LEFT JOIN ${schema}.object s ON s.kind = 'subscription'
        AND s.id = v.data->'parent'->'subscription_details'->>'subscription'
      LEFT JOIN ${schema}.object p ON p.kind = 'checkout.session'
        AND (p.data->>'payment_intent' = i.id OR p.data->>'subscription' = s.id)
      WHERE c.kind = 'charge' AND c.data->>'status' = 'succeeded'`);
    charges.push(...rows.map((row) => ({ ...row, mode })));
  }
  return charges;
}

const describe = ({ intent, mode, session, amount, refunded }: Taken): string =>
  `${intent} (${mode}) of ${session}: ${amount}, refunded ${refunded}`;

const payments: Invariant = {
  name: 'payments',
  description:
    'The payments are the charges of the provider, one by one, with the same amounts, each in its session.',
  when: 'end',
  check: async ({ pool, simulatorPool }) => {
    const { rows } = await pool.query<Taken>(`
      SELECT provider_object_id AS intent, mode, proxy_session_id AS session,
        amount_minor::int AS amount, refunded_minor::int AS refunded FROM payment`);
    const recorded = new Set(rows.map(describe));
    const charged = new Set((await readCharges(simulatorPool)).map(describe));
    return [
      ...[...charged].filter((one) => !recorded.has(one)).map((one) => `not recorded: ${one}`),
      ...[...recorded].filter((one) => !charged.has(one)).map((one) => `not charged: ${one}`),
    ];
  },
};

const paidSessions: Invariant = {
  name: 'paid-sessions',
  description:
    'A session is paid by exactly one payment of its final amount; further money is a conflict that its merchant sees.',
  when: 'end',
  check: async ({ pool }) => {
    const { rows } = await pool.query(`
      SELECT s.id, s.status, s.final_amount_minor, s.conflict_since, p.amounts FROM proxy_session s
      CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(amount_minor), '{}') AS amounts FROM payment p
        WHERE p.merchant_id = s.merchant_id AND p.proxy_session_id = s.id
      ) p
      WHERE CASE cardinality(p.amounts)
        WHEN 0 THEN s.status IN ('paid', 'provisioned', 'provisioning_failed', 'payment_conflicted')
        WHEN 1 THEN s.status NOT IN ('paid', 'provisioned', 'provisioning_failed', 'payment_conflicted')
          OR (s.status <> 'payment_conflicted' AND p.amounts[1] <> s.final_amount_minor)
        ELSE s.status <> 'payment_conflicted' AND s.conflict_since IS NULL
      END`);
    return rows.map((row) => JSON.stringify(row));
  },
};

const subscriptions: Invariant = {
  name: 'subscriptions',
  description:
    'A session that a subscription has paid shows it, with the status and the end that the provider has.',
  when: 'end',
  check: async ({ pool, simulatorPool }) => {
    const real = new Map<string, string>();
    for (const schema of Object.values(schemas)) {
      const { rows } = await simulatorPool.query<{ id: string; state: string }>(`
        SELECT id, concat_ws(' ', data->>'status', data->>'cancel_at_period_end') AS state
        FROM ${schema}.object WHERE kind = 'subscription'`);
      for (const { id, state } of rows) real.set(id, state);
    }
    const { rows } = await pool.query<{ session: string; id: string | null; state: string }>(`
      SELECT a.proxy_session_id AS session, s.provider_subscription_id AS id,
        concat_ws(' ', s.status, s.cancel_at_period_end::text) AS state
      FROM acquisition_attempt a LEFT JOIN subscription s
        ON s.merchant_id = a.merchant_id AND s.attempt_id = a.id
      WHERE a.commercial_mode = 'subscription' AND a.status = 'succeeded'`);
    return rows
      .filter(({ id, state }) => id === null || real.get(id) !== state)
      .map(
        ({ session, id, state }) =>
          `${session}: ${id} ${state}; at the provider ${real.get(id ?? '')}`,
      );
  },
};

export const providerInvariants: readonly Invariant[] = [payments, paidSessions, subscriptions];
