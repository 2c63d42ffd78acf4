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
      SELECT i.id AS intent, i.data->'metadata'->>'proxy_session_id' AS session,
        (c.data->>'amount_captured')::int AS amount, (c.data->>'amount_captured')::int
          - (c.data->>'amount')::int + (c.data->>'amount_refunded')::int AS refunded
      FROM ${schema}.object c JOIN ${schema}.object i ON i.id = c.data->>'payment_intent'
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

export const providerInvariants: readonly Invariant[] = [payments, paidSessions];
