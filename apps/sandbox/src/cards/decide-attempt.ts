import { type CardDecline, DECLINES } from './decline.ts';
import type { CardBehaviour } from './test-cards.ts';

export interface Circumstances {
  /** The payer has just passed the authentication of this attempt. */
  authenticated: boolean;
  /** The card was set up for later use before. */
  setUp: boolean;
  /** No payer is there to authenticate. */
  offSession: boolean;
  /** The merchant asked for authentication whatever the card wants. */
  authenticationRequested: boolean;
}

export type Verdict =
  | { is: 'succeeded' }
  | { is: 'declined'; decline: CardDecline }
  | { is: 'challenged' }
  | { is: 'processing'; outcome: 'succeeded' | 'failed' };

/** What comes of charging a card. */
export function decideAttempt(card: CardBehaviour, at: Circumstances): Verdict {
  if (wantsAuthentication(card, at) && !at.authenticated) {
    return at.offSession
      ? { is: 'declined', decline: DECLINES.authentication_required }
      : { is: 'challenged' };
  }
  switch (card.does) {
    case 'succeed':
      return { is: 'succeeded' };
    case 'decline':
      return { is: 'declined', decline: card.decline };
    case 'authenticate':
      return card.decline ? { is: 'declined', decline: card.decline } : { is: 'succeeded' };
    case 'settle_later':
      return { is: 'processing', outcome: card.outcome };
  }
}

/** What comes of setting a card up for later: no money moves, so only the issuer's refusal counts. */
export function decideSetup(card: CardBehaviour, at: Circumstances): Verdict {
  const verdict = decideAttempt(card, at);
  return verdict.is === 'processing' ? { is: 'succeeded' } : verdict;
}

function wantsAuthentication(card: CardBehaviour, at: Circumstances): boolean {
  if (card.does === 'authenticate') return card.when === 'always' || !at.setUp;
  return at.authenticationRequested && card.does !== 'decline' && !at.offSession;
}
