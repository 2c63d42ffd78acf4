/**
 * Serializes JSON with sorted keys and no whitespace, so that equal values have equal text. Follows
 * RFC 8785 for strings, booleans, null and numbers that fit a double.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (const key of Object.keys(fields).sort()) {
      const field = fields[key];
      if (field === undefined) continue;
      text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(field)}`;
    }
    return `{${text}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
