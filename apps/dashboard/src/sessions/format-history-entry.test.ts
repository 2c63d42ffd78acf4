import { attemptCommands, type Money, sessionCommands } from '@parley/domain';
import { money } from '@parley/ui/money';
import { describe, expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { formatHistoryEntry } from './format-history-entry.ts';
import type { HistoryEntry } from './session-timeline.ts';

const people = { readerId: 'user_me', names: new Map([['user_ada', 'Ada']]) };

const texts = {
  t: translator('sessionTimeline'),
  common: translator('common'),
  money: (charge: Money) => money(charge),
};

function format(change: Partial<HistoryEntry>) {
  const entry: HistoryEntry = {
    sequence: 1,
    at: '2026-11-20T12:00:00.000Z',
    action: 'open',
    subject: 'session',
    attempt_id: null,
    from_status: null,
    to_status: null,
    reason: null,
    actor_kind: 'payer',
    actor_id: null,
    request_id: null,
    ...change,
  };
  return formatHistoryEntry(texts, entry, people);
}

describe('formatHistoryEntry', () => {
  it('formats the action, the reason and the actor', () => {
    expect(format({})).toEqual({
      sentence: 'The payer opened the page',
      reason: null,
      actor: 'The payer',
    });
  });

  it('has a sentence for every command, without names of states', () => {
    const sentences = [
      ...sessionCommands.map((action) => format({ action })),
      ...attemptCommands.map((action) => format({ action, subject: 'attempt' })),
    ].map(({ sentence }) => sentence);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^_.]*$/);
  });

  it('distinguishes the replacement of a cart from its effect on the attempt', () => {
    const ofSession = format({ action: 'replace_cart' }).sentence;
    expect(format({ action: 'replace_cart', subject: 'attempt' }).sentence).not.toBe(ofSession);
  });

  it('shows the name of an unknown action', () => {
    expect(format({ action: 'tune_piano' }).sentence).toBe('Tune piano');
  });

  it.each([
    ['late_payment', /arrived after the session had ended/],
    ['insufficient_funds', /insufficient funds/],
    ['some_new_code', /^Reason: some_new_code\.$/],
    ['Customer rang and asked', /^“Customer rang and asked”$/],
  ])('explains the reason %s', (reason, sentence) => {
    expect(format({ reason }).reason).toMatch(sentence);
  });

  it('says that the amount of a refund is the total', () => {
    expect(format({ action: 'provider_refunded', reason: '4200 eur' }).reason).toBe(
      'Refunded in total: €42.00.',
    );
  });

  it.each([
    ['user', 'user_me', 'You'],
    ['user', 'user_ada', 'Ada'],
    ['user', 'user_gone', 'A former member'],
    ['api_key', 'key_1', 'Your server'],
    ['provider', null, 'The provider'],
    ['system', null, 'Parley'],
  ])('names the actor %s (%s) “%s”', (actor_kind, actor_id, name) => {
    expect(format({ actor_kind, actor_id }).actor).toBe(name);
  });
});
