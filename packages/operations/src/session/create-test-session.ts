import { randomInt } from 'node:crypto';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { createSessionWithHandoff } from './create-session-with-handoff.ts';

/** The carts of test sessions; amounts in minor units. */
const carts = [
  {
    currency: 'eur',
    lines: [
      { name: 'Filter coffee “Morgenrot”, 1 kg', quantity: 2, amount_minor: 3580 },
      { name: 'Paper filters, 100', quantity: 1, amount_minor: 620 },
    ],
  },
  {
    currency: 'usd',
    lines: [{ name: 'Annual field guide, hardcover', quantity: 1, amount_minor: 4900 }],
  },
  {
    currency: 'jpy',
    lines: [
      { name: 'Sencha, first flush, 80 g', quantity: 3, amount_minor: 5400 },
      { name: 'Gift wrapping', quantity: 1, amount_minor: 300 },
    ],
  },
] as const;

/**
 * Creates a session with sample data in test mode.
 * @throws DomainError session_state_conflict in live mode, publishable_key_mismatch without a key
 */
export async function createTestSession(deps: Deps, caller: Caller) {
  if (caller.mode !== 'test') {
    throw new DomainError('session_state_conflict', 'Test sessions exist in test mode only.');
  }
  const publishableKey = await deps.database.forScope(caller).apiKeys.findPublishable();
  if (!publishableKey) {
    throw new DomainError(
      'publishable_key_mismatch',
      'This merchant has no publishable key yet. Create one first.',
    );
  }
  const cart = carts[randomInt(carts.length)] ?? carts[0];
  return createSessionWithHandoff(deps, caller, {
    amount_minor: cart.lines.reduce((sum, line) => sum + line.amount_minor, 0),
    currency: cart.currency,
    buyer_reference: `test_buyer_${randomInt(1000, 9999)}`,
    cart_snapshot: { lines: cart.lines },
    metadata: { created_by: 'dashboard' },
    publishable_key: publishableKey,
  });
}
