import type { AttemptRecord } from '@parley/db';
import type { IntegrationPath, Money } from '@parley/domain';
import type { SessionChange } from '../session-change/session-change.ts';

/**
 * The columns about the merchandise of the current cart. A direct subscription's fees are based on
 * its subtotal, or on the whole charge as long as there is no subtotal.
 * @param charge the charge of the current cart
 * @param subtotal minor units
 */
export function merchandiseColumns(
  path: IntegrationPath,
  charge: Money,
  subtotal: number | null,
): Partial<AttemptRecord> {
  const direct = path === 'direct_subscription';
  const source = subtotal === null ? 'session_amount' : 'merchandise_subtotal';
  return {
    merchandiseSubtotalMinor: subtotal,
    directFeeBasisSource: direct ? source : null,
    directMerchandiseCurrency: direct ? charge.currency : null,
    directMerchandiseSubtotalMinor: direct ? (subtotal ?? charge.amountMinor) : null,
  };
}

/**
 * Whether the merchant has not said yet what the merchandise of the current cart amounts to: the cart
 * was replaced since the attempt was reserved, or the attempt replaces one that had a subtotal.
 */
export function isSubtotalPending({ attempt, session }: SessionChange): boolean {
  if (attempt.merchandiseSubtotalMinor !== null) return false;
  if (attempt.status !== 'reserved' && attempt.status !== 'attached') return false;
  return (
    attempt.supersedesAttemptId !== null || attempt.reservedCartVersion !== session.cartVersion
  );
}

/** Sets the merchandise subtotal of the current cart, in minor units; null when it has none. */
export function setMerchandiseSubtotal(change: SessionChange, subtotal: number | null): void {
  const { attempt, session } = change;
  const columns = merchandiseColumns(attempt.integrationPath, session, subtotal);
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  if (keys.every((key) => attempt[key] === columns[key])) return;
  const action = subtotal === null ? 'clear_merchandise_subtotal' : 'set_merchandise_subtotal';
  change.amendAttempt(attempt, columns, { action });
}
