import { type CardDecline, DECLINES } from './declines.ts';
import type { CardBehavior } from './test-cards.ts';

/** The circumstances of an attempt, none of which apply by default. */
export interface AttemptContext {
  /** The payer has passed the authentication of this attempt. */
  authenticated?: boolean;
  /** The card was set up for future usage before. */
  setUp?: boolean;
  /** The payer is not present to authenticate. */
  offSession?: boolean;
  /** The merchant requested authentication regardless of the card. */
  authenticationRequested?: boolean;
}

export type AttemptDecision =
  | { type: 'succeeded' }
  | { type: 'declined'; decline: CardDecline }
  | { type: 'challenged' }
  | { type: 'processing'; outcome: 'succeeded' | 'failed' };

/** Decides the outcome of charging a card. */
export function decideAttempt(card: CardBehavior, at: AttemptContext): AttemptDecision {
  if (requiresAuthentication(card, at) && !at.authenticated) {
    return at.offSession
      ? { type: 'declined', decline: DECLINES.authentication_required }
      : { type: 'challenged' };
  }
  switch (card.type) {
    case 'succeed':
      return { type: 'succeeded' };
    case 'decline':
      return { type: 'declined', decline: card.decline };
    case 'authenticate':
      return card.decline ? { type: 'declined', decline: card.decline } : { type: 'succeeded' };
    case 'settle_later':
      return { type: 'processing', outcome: card.outcome };
  }
}

/** Decides the outcome of setting up a card: as for a charge, but nothing settles later. */
export function decideSetup(card: CardBehavior): AttemptDecision {
  const decision = decideAttempt(card, {});
  return decision.type === 'processing' ? { type: 'succeeded' } : decision;
}

function requiresAuthentication(card: CardBehavior, at: AttemptContext): boolean {
  if (card.type === 'authenticate') return card.when === 'always' || !at.setUp;
  return at.authenticationRequested === true && card.type !== 'decline' && !at.offSession;
}
