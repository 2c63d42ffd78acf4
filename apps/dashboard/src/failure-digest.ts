/** What the browser learns of a page that could not be made. */
interface Failure {
  readonly code: string;
  readonly requestId: string;
}

/** A failure as the one string that React lets through from the server. */
export const failureDigest = {
  write: ({ code, requestId }: Failure): string => `${code} ${requestId}`,

  /** Null where the digest is not one of ours. */
  read(digest: string | undefined): Failure | null {
    const [, code, requestId] = /^([a-z_]+) (req_\w+)$/.exec(digest ?? '') ?? [];
    return code && requestId ? { code, requestId } : null;
  },
};
