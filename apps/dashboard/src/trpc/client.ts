'use client';

import type { AppRouter, FieldProblem } from '@parley/router';
import { TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';

/** The hooks of the router: `trpc.sessions.list.useSuspenseQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

/** What each procedure returns, as the pages receive it. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** An error that the server returned. */
export interface RpcError {
  readonly code: string;
  readonly httpStatus: number;
  readonly message: string;
  readonly requestId: string;
  /** All invalid fields of the input. */
  readonly fields: readonly FieldProblem[];
}

/** Reads the error of a procedure. Returns null if the server sent none, e.g. without a connection. */
export function readRpcError(error: unknown): RpcError | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { data, message }: TRPCClientError<AppRouter> = error;
  if (!data) return null;
  const { code, httpStatus, request_id: requestId, fields = [] } = data;
  return { code, httpStatus, message, requestId, fields };
}
