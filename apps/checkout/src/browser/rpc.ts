import type { PayerRouter } from '@parley/router/payer';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Inputs = inferRouterInputs<PayerRouter>;
type Outputs = inferRouterOutputs<PayerRouter>;
type Procedure = keyof Inputs & keyof Outputs;

/** What went wrong, as far as the payer is concerned. */
interface Failure {
  /** Of the error table; `unreachable` when no answer came. */
  readonly code: string;
  readonly requestId: string | null;
}
export type Answer<T> = { readonly value: T } | { readonly failure: Failure };

/** Calls one procedure of the payer router. Never throws. */
export type Rpc = <P extends Procedure>(
  procedure: P,
  ...input: Omit<Inputs[P], 'id' | 'pk'> extends infer Rest
    ? keyof Rest extends never
      ? []
      : [Rest]
    : never
) => Promise<Answer<Outputs[P]>>;

const TIMEOUT_MS = 25_000;

interface Wire<T> {
  readonly result?: { readonly data: T };
  readonly error?: { readonly data?: { readonly code?: string; readonly request_id?: string } };
}

/** tRPC's wire format, unbatched and by POST: `{result: {data}}` or `{error: {data}}`. */
export function connectRpc(link: { id: string; pk: string }): Rpc {
  return async <P extends Procedure>(procedure: P, ...input: readonly object[]) => {
    try {
      const response = await fetch(`/rpc/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...link, ...input[0] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: 'omit',
        cache: 'no-store',
      });
      const { result, error }: Wire<Outputs[P]> = await response.json();
      if (result) return { value: result.data };
      const { code = 'internal_error', request_id: requestId = null } = error?.data ?? {};
      return { failure: { code, requestId } };
    } catch {
      return { failure: { code: 'unreachable', requestId: null } };
    }
  };
}
