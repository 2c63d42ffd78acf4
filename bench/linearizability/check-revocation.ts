/** A request with an API key. Times are milliseconds on the clock of the revocation. */
export interface KeyUse {
  readonly start: number;
  readonly end: number;
  /** Null if no response arrived. */
  readonly isAccepted: boolean | null;
}

/** A revocation: from its request to its acknowledgement. */
export interface Revocation {
  readonly start: number;
  readonly end: number;
}

/** Every process refuses a revoked key within this time. */
export const REVOCATION_MS = 2_000;

/**
 * Finds the uses of a key that contradict its revocation: refused before the revocation began, or accepted although
 * they began more than 2 seconds after its acknowledgement.
 */
export const findRevocationErrors = <Use extends KeyUse>(
  uses: readonly Use[],
  revocation: Revocation,
): readonly Use[] =>
  uses.filter(({ start, end, isAccepted }) =>
    isAccepted
      ? start > revocation.end + REVOCATION_MS
      : isAccepted === false && end < revocation.start,
  );
