export { type AppRouter, appRouter, createCaller, procedures } from './app-router.ts';
export type { Person, RequestContext } from './context.ts';
export {
  type ErrorResponse,
  errorEnvelope,
  errorResponse,
  type FieldProblem,
  formatErrorResponse,
} from './errors.ts';
export { authorizeBody, bearerToken, type Principal } from './principal.ts';
export { MAX_IDEMPOTENCY_KEY_LENGTH } from './procedure.ts';
export { checkRpcRequest, requireDecodableQuery, rpcErrorEnvelope } from './rpc-request.ts';
