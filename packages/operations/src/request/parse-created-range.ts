import { omitUndefined } from './omit-undefined.ts';
import { parseTimestampField } from './parse-timestamp-field.ts';

/** @throws DomainError invalid_request, naming the field that is not a timestamp */
export function parseCreatedRange(input: {
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
}): { readonly createdFrom?: Date; readonly createdBefore?: Date } {
  const { created_from: from, created_before: before } = input;
  return omitUndefined({
    createdFrom: from === undefined ? undefined : parseTimestampField('created_from', from),
    createdBefore: before === undefined ? undefined : parseTimestampField('created_before', before),
  });
}
