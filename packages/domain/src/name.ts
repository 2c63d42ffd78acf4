const MAX_LENGTH = 100;
/** Joiners are part of words in Persian and in scripts of India. */
const JOINERS = /[\u200c\u200d]/gu;
/** Line breaks, controls, and what changes the direction of the text around it or is invisible. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const URL_START = /:\/\/|\bwww\.|\b(?:mailto|tel|sms):\S/iu;
/** What mail programs turn into a link: evil.example, but not J.R.R. Tolkien. */
const HOST_NAME = /[\p{L}\p{N}]\.\p{L}{2,}/u;
/** A host with what only an address has: a user before it, or a port, path, query or fragment after it. */
const ADDRESS =
  /\S@[\p{L}\p{N}-]+\.\p{L}{2}|(?:[\p{L}\p{N}]\.\p{L}{2}[\p{L}\p{N}-]*|\d(?:\.\d+){3})\.?(?:[/?#\\]|:\d)/u;

/**
 * Finds why a name may not be used. Messages to other people contain names, so a name must not write
 * lines of its own, link to a page, or change how the text around it reads.
 * @param name without spaces at its ends
 * @param kind the name of a merchant may be a host name, such as Booking.com, but no longer address
 * @returns what the name must be or not be, to follow the name of the field; null if it may be used
 */
export function findNameProblem(name: string, kind: 'person' | 'merchant'): string | null {
  if (name.length === 0 || name.length > MAX_LENGTH)
    return `must have 1 to ${MAX_LENGTH} characters`;
  if (UNPRINTABLE.test(name.replaceAll(JOINERS, ''))) {
    return 'must not contain line breaks, control characters or invisible characters';
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return 'must contain a letter or digit';
  const address = kind === 'person' ? HOST_NAME : ADDRESS;
  const hasUrl = URL_START.test(name) || address.test(name);
  return hasUrl ? 'must not contain a web or email address' : null;
}
