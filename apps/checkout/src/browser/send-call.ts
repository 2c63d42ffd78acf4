/** The response to a payer procedure that has succeeded. */
export interface CallResponse {
  readonly result: { readonly data: unknown };
}

const TIMEOUT_MS = 25_000;

/**
 * Calls a payer procedure by POST, so that the publishable key appears in no URL.
 * @param path of the procedure, such as /rpc/openPage
 * @param body its input as JSON
 * @returns null if the call fails
 */
export const sendCall = (path: string, body: string): Promise<CallResponse | null> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
