import type { FieldProblem } from '@parley/router';
import type { Translator } from '#messages/translator.ts';

/** The labels of a form's fields by their API names. */
export type FieldLabels = Readonly<Record<string, string>>;

/** What is wrong with a field of a form. */
export interface FieldError {
  readonly field: string;
  /** In the language of the page, or `label` and `problem` in one sentence. */
  readonly message: string;
  readonly label?: string;
  /** What the API says, in English, as the rest of a sentence that begins with the label. */
  readonly problem?: string;
}

/** What a form shows about an error of the API. */
interface DescribedError {
  /** What belongs to no field, otherwise that of the first field. */
  readonly message: string;
  /** Set for an unchanged message of the API. */
  readonly lang?: 'en';
  /** The first field at fault, if the message belongs to it. */
  readonly field: string | null;
  readonly fields?: readonly FieldError[];
}

/** Of errors that a client may send again. A page has no header to show. */
const RETRY_ADVICE = 'Send the request again after the time in Retry-After.';

/**
 * Assigns the problems of an error to the fields of a form, of which each shows its first one. Its message then uses
 * the label, and says when to try again in words for a person.
 */
export function assignToFields(
  t: Translator<'forms'>,
  error: { readonly message: string; readonly fields?: readonly FieldProblem[] | undefined },
  labels: FieldLabels,
): DescribedError {
  const assigned = new Map<string, FieldError>();
  const rest: string[] = [];
  for (const { field: path, message: problem } of error.fields ?? []) {
    const [field = ''] = path in labels ? [path] : path.split('.');
    const label = labels[field];
    if (label === undefined) rest.push(`${path || 'body'} ${problem}`);
    else if (!assigned.has(field)) {
      const message = t.markup('fieldError', { field: label, error: () => problem });
      assigned.set(field, { field, message, label, problem });
    }
  }
  const fields = [...assigned.values()];
  const [first] = fields;
  if (first && rest.length === 0) return { message: first.message, field: first.field, fields };
  const received = first ? rest.join(' ') : error.message;
  const message = received.replace(RETRY_ADVICE, t('retryLater'));
  return {
    message,
    ...(message === received && { lang: 'en' as const }),
    field: null,
    ...(first && { fields }),
  };
}
