import { expect, it } from 'vitest';
import { tellNote } from './tell-note.ts';

it.each([
  [null, 'No reason was kept.', null],
  ['internal error', 'Something failed on our side.', 'internal_error'],
  ['matches no attempt yet', 'Matches no attempt yet.', null],
  ['provider_error: No such subscription.', 'No such subscription.', 'provider_error'],
])('tells “%s”', (note, sentence, code) => {
  expect(tellNote(note)).toEqual({ sentence, code });
});
