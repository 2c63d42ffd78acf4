import type { Translator } from '#messages/translator.ts';

/** The labels of a form's fields by their API names. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Of errors that a client may send again. A page has no header to show. */
const RETRY_ADVICE = 'Send the request again after the time in Retry-After.';

/**
 * Finds the field to which the message of an error belongs: the one whose name it begins with. The
 * message then uses the label, and says when to try again in words for a person.
 */
export function assignToField(
  t: Translator<'forms'>,
  description: string,
  labels: FieldLabels,
): { readonly message: string; readonly field: string | null } {
  const message = description.replace(RETRY_ADVICE, t('retryLater'));
  const [, field = '', rest = ''] = /^([a-z_]+)(?:\.\w+)* (.+)$/s.exec(message) ?? [];
  const label = labels[field];
  return label === undefined
    ? { message, field: null }
    : { message: t('fieldError', { field: label, error: rest }), field };
}
