import type { Translator } from '#messages/translator.ts';

/** The notes of Parley, as the API returns them. Others are messages of the provider. */
const notes = {
  'internal error': 'internal',
  'matches no attempt yet': 'noAttempt',
  'matches no attempt yet; given up after 30 days': 'noAttemptGivenUp',
  'the provider has no such object': 'noObject',
  'the provider has no such object; given up after 30 days': 'noObjectGivenUp',
  'parked by an operator': 'byOperator',
  'the attempt kept changing': 'attemptChanging',
  'too many tries ended without a result, the last ones with the worker process': 'noResult',
  'payment through an object that is not the root object': 'otherRoot',
  'no root object yet': 'noRoot',
} as const;

const isKnown = (note: string): note is keyof typeof notes => Object.hasOwn(notes, note);

/** Formats why an event could not be applied, as a sentence and the code of the error if any. */
export function formatNote(
  t: Translator<'providerEvents'>,
  note: string | null,
): { readonly sentence: string; readonly code: string | null } {
  if (note === null || note === '') return { sentence: t('note.none'), code: null };
  if (isKnown(note)) {
    const code = note === 'internal error' ? 'internal_error' : null;
    return { sentence: t(`note.${notes[note]}`), code };
  }
  const [, code = null, text = note] = /^([a-z]+(?:_[a-z]+)+): (.+)$/s.exec(note) ?? [];
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return { sentence: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, code };
}
