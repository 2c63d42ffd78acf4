/** Formats why an event could not be applied, as a sentence and the code of the error if any. */
export function formatNote(note: string | null): {
  readonly sentence: string;
  readonly code: string | null;
} {
  if (note === null || note === '') return { sentence: 'No reason was recorded.', code: null };
  if (note === 'internal error') {
    return { sentence: 'An internal error occurred.', code: 'internal_error' };
  }
  const [, code = null, text = note] = /^([a-z]+(?:_[a-z]+)+): (.+)$/s.exec(note) ?? [];
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return { sentence: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, code };
}
