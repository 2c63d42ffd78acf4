import type { Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';

/** Lets the account refuse every new payment of this amount in minor units, in any currency. */
export async function addRefusedAmount(tx: Tx, amount: number, code: string): Promise<void> {
  await tx.client.query(
    `INSERT INTO refused_amount (amount, code) VALUES ($1, $2)
     ON CONFLICT (amount) DO UPDATE SET code = excluded.code`,
    [amount, code],
  );
}

/** Throws if the account refuses payments of this amount, as one with a limit of its own does. */
export async function refuseAmount(tx: Tx, amount: number, param = 'amount'): Promise<void> {
  const { rows } = await tx.client.query<{ code: string }>(
    'SELECT code FROM refused_amount WHERE amount = $1',
    [amount],
  );
  const [refused] = rows;
  if (!refused) return;
  throw invalid('This account does not accept payments of this amount.', {
    code: refused.code,
    param,
  });
}
