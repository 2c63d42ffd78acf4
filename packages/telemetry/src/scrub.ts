/** What must never stand in a log, and what stands there instead. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // Our keys and the provider's, whole or cut off, and signing secrets.
  [/\b(sk|pk|rk|whsec)_[A-Za-z0-9_+/=*-]+/g, '$1_…'],
  [/\b(Bearer|Basic)(\s+|%20|\+)[^\s"\\,]+/gi, '$1 …'],
  [/\b(\w+:\/\/)[^\s/@"]+:[^\s@"]*@/g, '$1…@'],
  [/[^\s"'<>()[\]{}:,;\\/?&=@]{1,64}(?:@|%40)(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}/gi, '…@…'],
];

/** A text without keys, credentials and e-mail addresses. */
export function scrub(text: string): string {
  return secrets.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}
