/** Everything but controls, invisible characters, spaces and what only a quoted local part may contain. */
const localPart = /^[^\p{C}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\p{C}\p{Z}"(),.:;<>@[\\\]]+)*$/u;

/** Labels of letters, digits and hyphens in any script, at least two. */
const domain =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)+$/u;

/** The longest email address, in characters. */
export const MAX_EMAIL_LENGTH = 320;

const MAX_LOCAL_PART_BYTES = 64;
const MAX_DOMAIN_BYTES = 255;

/**
 * Whether a text is an email address of RFC 5321 or, with other letters than ASCII, of RFC 6531. Quoted local parts
 * and IP addresses as domains are not accepted: people do not use them.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf('@');
  const [local, host] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    byteLength(local) <= MAX_LOCAL_PART_BYTES &&
    byteLength(host) <= MAX_DOMAIN_BYTES &&
    localPart.test(local) &&
    domain.test(host)
  );
}

/** The length in UTF-8. */
const byteLength = (text: string): number =>
  [...text].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    return sum + 1 + [0x7f, 0x7ff, 0xffff].filter((last) => code > last).length;
  }, 0);
