/** The labels of a form's fields by their API names. */
export type FieldLabels = Readonly<Record<string, string>>;

/**
 * Finds the field to which the message of an error belongs: the one whose name it begins with. The
 * message then uses the label.
 */
export function assignToField(
  message: string,
  labels: FieldLabels,
): { readonly message: string; readonly field: string | null } {
  const [, field = '', rest = ''] = /^([a-z_]+)(?:\.\w+)* (.+)$/s.exec(message) ?? [];
  const label = labels[field];
  return label === undefined ? { message, field: null } : { message: `${label} ${rest}`, field };
}
