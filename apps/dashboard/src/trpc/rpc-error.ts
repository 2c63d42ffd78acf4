import type { AppRouter } from '@parley/router';
import { TRPCClientError } from '@trpc/client';

/** An error that the server returned. */
interface RpcError {
  readonly code: string;
  readonly httpStatus: number;
  readonly message: string;
  readonly requestId: string;
}

/** Reads the error of a procedure. Returns null if the server sent none, e.g. without a connection. */
export function readRpcError(error: unknown): RpcError | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { data, message }: TRPCClientError<AppRouter> = error;
  if (!data) return null;
  return { code: data.code, httpStatus: data.httpStatus, message, requestId: data.request_id };
}
