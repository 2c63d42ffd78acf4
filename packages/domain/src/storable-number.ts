/** Smaller than the rounding errors of amounts, such as 0.1 + 0.2 - 0.3. */
export const MIN_STORABLE_NUMBER = 1e-20;
const MAX_STORABLE_NUMBER = 1e21;

/**
 * Whether a number can be part of stored JSON. PostgreSQL prints numbers of jsonb without an exponent,
 * so that 1e-300 takes 302 characters and a document of them delays every read.
 */
export function isStorableNumber(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= MIN_STORABLE_NUMBER && size <= MAX_STORABLE_NUMBER);
}
