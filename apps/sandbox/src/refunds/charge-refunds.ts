import type { Tx } from '../store/tx.ts';

/** A charge's `refunds`, newest first. */
export async function chargeRefunds(tx: Tx, charge: Record<string, unknown>): Promise<unknown> {
  const id = String(charge.id);
  const found = await tx.client.query<{ data: unknown }>(
    "SELECT data FROM object WHERE kind = 'refund' AND data->>'charge' = $1 ORDER BY seq DESC LIMIT 10",
    [id],
  );
  const data = found.rows.map((row) => row.data);
  return { object: 'list', data, has_more: false, url: `/v1/charges/${id}/refunds` };
}
