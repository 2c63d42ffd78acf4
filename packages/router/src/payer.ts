import type { RequestContext } from './context.ts';
import { payer } from './procedures/payer.ts';
import { t } from './trpc.ts';

export type { RequestContext } from './context.ts';
export { type ErrorResponse, errorResponse, formatErrorResponse } from './errors.ts';
export { checkRpcRequest, rpcErrorEnvelope } from './rpc-request.ts';

/** The procedures of the payer page alone: the page's bundle contains no merchant procedure. */
export const payerRouter = t.router(payer);

export type PayerRouter = typeof payerRouter;

const createCaller = t.createCallerFactory(payerRouter);

/** Calls payer procedures in process, for example while the page is rendered. */
export const createPayerCaller = (context: RequestContext) =>
  createCaller({ ...context, payerPage: true });
