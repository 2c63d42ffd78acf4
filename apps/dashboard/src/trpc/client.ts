'use client';

import type { AppRouter } from '@parley/router';
import { TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';

/** The hooks of the router: `trpc.sessions.list.useSuspenseQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

/** What each procedure returns, as the pages receive it. */
export type Outputs = inferRouterOutputs<AppRouter>;

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
