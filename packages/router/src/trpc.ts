import { initTRPC } from '@trpc/server';
import type { DashboardContext, MerchantContext, PayerContext } from './context.ts';
import { errorAnswer } from './error-answer.ts';
import type { OperationMeta } from './operation-meta.ts';

/** Typed RPC carries the same code and sentence as REST, and nothing else of the error. */
const errorFormatter = ({
  shape,
  error,
  ctx,
}: {
  shape: { code: number; message: string };
  error: Error;
  ctx: { requestId: string } | undefined;
}) => {
  const { status, code, message } = errorAnswer(error);
  return {
    code: shape.code,
    message,
    data: { code, httpStatus: status, request_id: ctx?.requestId ?? '' },
  };
};

export const merchantTrpc = initTRPC
  .context<MerchantContext>()
  .meta<OperationMeta>()
  .create({ errorFormatter, isDev: false });

export const dashboardTrpc = initTRPC
  .context<DashboardContext>()
  .create({ errorFormatter, isDev: false });

export const payerTrpc = initTRPC.context<PayerContext>().create({ errorFormatter, isDev: false });
