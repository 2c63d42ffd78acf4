/** The part of a page failure that reaches the browser. */
interface Failure {
  readonly code: string;
  readonly requestId: string;
}

/** Encodes a failure in the digest, the only property of a server error that React sends along. */
export const failureDigest = {
  write: ({ code, requestId }: Failure): string => `${code} ${requestId}`,

  /** Returns null for a digest of another form, such as one that React generated. */
  read(digest: string | undefined): Failure | null {
    const [, code, requestId] = /^([a-z_]+) (req_\w+)$/.exec(digest ?? '') ?? [];
    return code && requestId ? { code, requestId } : null;
  },
};
