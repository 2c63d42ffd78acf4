import { getHelpUrl } from '@parley/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { onRequestEnd } from './request-end.ts';
import { getFacts } from './request-facts.ts';

/** Why a request ended without reaching an operation, by status. */
const incompleteReasons: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request'],
  [408, 'request_timeout'],
  [499, 'client_closed_request'],
]);

/** Logs one line per request. It contains the route and the ids, but never the raw path. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  onRequestEnd(app, (request, { status, durationMs }) => {
    const { merchantId, mode, keyId, errorCode } = getFacts(request);
    const { operation = null } = request.routeOptions.config;
    const line = {
      msg: 'request',
      request_id: request.id,
      merchant_id: merchantId,
      mode,
      key_id: keyId,
      operation,
      method: request.method,
      route: request.routeOptions.url ?? null,
      ...getIds(request),
      status,
      error: errorCode ?? incompleteReasons.get(status) ?? null,
      ...(errorCode && app.docsUrl !== null && { help: getHelpUrl(app.docsUrl, errorCode) }),
      duration_ms: Math.round(durationMs * 10) / 10,
    };
    const isCheck = operation === 'healthz' || operation === 'readyz' || operation === 'metrics';
    const log = () => (isCheck ? logger.debug(line) : logger.info(line));
    if (request.span) request.span.run(log);
    else log();
  });
}

const idPattern = /^([a-z]+)_[0-9a-z]{1,64}$/;
/** The fields of ids, by the prefix of an id. */
const fieldNames = new Map([
  ['psess', 'proxy_session_id'],
  ['pspacq', 'acquisition_attempt_id'],
  ['psub', 'subscription_id'],
  ['whend', 'webhook_endpoint_id'],
  ['pspcfg', 'psp_config_id'],
]);

/** The path parameters that are Parley ids. Other values may be personal data. */
function getIds(request: FastifyRequest): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const value of Object.values((request.params ?? {}) as Record<string, unknown>)) {
    const name = typeof value === 'string' && fieldNames.get(idPattern.exec(value)?.[1] ?? '');
    if (name) ids[name] = String(value);
  }
  return ids;
}
