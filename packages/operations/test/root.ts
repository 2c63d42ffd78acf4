import type { ProviderOutcome, ProviderRoot } from '@parley/provider';

/** A payment intent as read from the provider. */
export function getRoot(id: string, outcome: ProviderOutcome): ProviderRoot {
  return {
    id,
    type: 'payment_intent',
    createdAt: new Date('2026-11-20T09:00:00.000Z'),
    charge: { amountMinor: 4200, currency: 'eur' },
    merchandiseSubtotalMinor: null,
    subscriptionId: null,
    intentIds: [],
    outcome:
      outcome.kind === 'succeeded'
        ? { ...outcome, taken: { ...outcome.taken, id: outcome.taken.id || id } }
        : outcome,
    metadata: { attemptId: null, sessionId: null, contractVersion: null },
    clientSecret: null,
  };
}
