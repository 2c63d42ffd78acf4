import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { formatNote } from './format-note.ts';

it.each([
  [null, 'No reason was recorded.', null],
  ['internal error', 'An internal error occurred.', 'internal_error'],
  ['matches no attempt yet', 'Matches no attempt yet.', null],
  ['provider_error: No such subscription.', 'No such subscription.', 'provider_error'],
])('formats the note “%s”', (note, sentence, code) => {
  expect(formatNote(translator('providerEvents'), note)).toEqual({ sentence, code });
});
