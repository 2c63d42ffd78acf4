import { attemptCommands, sessionCommands } from '@parley/domain';
import type { StoryEntry } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { tellEntry } from './tell-entry.ts';

const cast = { readerId: 'user_me', names: new Map([['user_ada', 'Ada']]) };

function entry(change: Partial<StoryEntry>): StoryEntry {
  return {
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
}

const told = (change: Partial<StoryEntry>) => tellEntry(entry(change), cast);

describe('tellEntry', () => {
  it('says it plainly', () => {
    expect(told({})).toEqual({
      sentence: 'The payer opened the page',
      reason: null,
      actor: 'The payer',
    });
  });

  it('has a sentence for every command, and none with the name of a state', () => {
    const sentences = [
      ...sessionCommands.map((action) => told({ action })),
      ...attemptCommands.map((action) => told({ action, subject: 'attempt' })),
    ].map(({ sentence }) => sentence);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^_.]*$/);
  });

  it('tells a cart’s replacement and what it does to the attempt apart', () => {
    const ofSession = told({ action: 'replace_cart' }).sentence;
    expect(told({ action: 'replace_cart', subject: 'attempt' }).sentence).not.toBe(ofSession);
  });

  it('shows a step it does not know in its own words', () => {
    expect(told({ action: 'tune_piano' }).sentence).toBe('Tune piano');
  });

  it.each([
    ['late_payment', /arrived after the end/],
    ['insufficient_funds', /not enough money/],
    ['some_new_code', /^Reason given: some_new_code\.$/],
    ['Customer rang and asked', /^“Customer rang and asked”$/],
  ])('explains %s', (reason, sentence) => {
    expect(told({ reason }).reason).toMatch(sentence);
  });

  it.each([
    ['user', 'user_me', 'You'],
    ['user', 'user_ada', 'Ada'],
    ['user', 'user_gone', 'Somebody who has left'],
    ['api_key', 'key_1', 'Your server'],
    ['provider', null, 'The provider'],
    ['system', null, 'Parley'],
  ])('names a %s (%s) “%s”', (actor_kind, actor_id, name) => {
    expect(told({ actor_kind, actor_id }).actor).toBe(name);
  });
});
