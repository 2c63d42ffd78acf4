/** What stood in the way of an event, as a sentence, with the code of the error where it had one. */
export function tellNote(note: string | null): {
  readonly sentence: string;
  readonly code: string | null;
} {
  if (note === null || note === '') return { sentence: 'No reason was kept.', code: null };
  if (note === 'internal error') {
    return { sentence: 'Something failed on our side.', code: 'internal_error' };
  }
  const [, code = null, text = note] = /^([a-z]+(?:_[a-z]+)+): (.+)$/s.exec(note) ?? [];
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return { sentence: /[.!?]$/.test(begun) ? begun : `${begun}.`, code };
}
