import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beginResponse, mount, type Route, type Sandbox } from './api/operation.ts';
import type { Config } from './config.ts';
import { assetRoutes } from './pages/assets.ts';
import { captchaRoutes } from './pages/captcha.ts';
import { challengeRoutes } from './pages/challenge-page.ts';
import { checkoutPageRoutes } from './pages/checkout-page.ts';
import { elementRoutes } from './pages/element-page.ts';
import { invoicePageRoutes } from './pages/invoice-page.ts';
import { ledgerRoutes } from './pages/ledger-page.ts';
import { objectPageRoutes } from './pages/object-page.ts';
import { accountRoutes } from './routes/account.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { chargeRoutes } from './routes/charges.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { controlRoutes } from './routes/control.ts';
import { customerRoutes } from './routes/customers.ts';
import { eventRoutes } from './routes/events.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { paymentIntentRoutes } from './routes/payment-intents.ts';
import { paymentMethodRoutes } from './routes/payment-methods.ts';
import { setupIntentRoutes } from './routes/setup-intents.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { testClockRoutes } from './routes/test-clocks.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';
import type { Store } from './store/tx.ts';
import { errorText, StripeError } from './wire/errors.ts';
import { MalformedForm } from './wire/form.ts';

const BODY_LIMIT = 1_048_576;

const API: readonly Route[] = [
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...paymentMethodRoutes,
  ...customerRoutes,
  ...checkoutRoutes,
  ...catalogRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...chargeRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...accountRoutes,
  ...testClockRoutes,
  ...controlRoutes,
];

export interface Lifecycle {
  ready: boolean;
}

export function buildApp(
  stores: readonly [Store, ...Store[]],
  lifecycle: Lifecycle,
  wake: () => void,
): FastifyInstance {
  const { pool, config } = stores[0];
  // The hook below logs requests: Fastify's own log contains URLs, and these contain client secrets.
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    forceCloseConnections: 'idle',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0];
    config.logger.debug(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });

  config.addHooks(app);

  const sandbox: Sandbox = { app, stores, wake };
  for (const route of API) mount(sandbox, route);
  assetRoutes(app);
  elementRoutes(sandbox);
  challengeRoutes(sandbox);
  checkoutPageRoutes(sandbox);
  captchaRoutes(app);
  ledgerRoutes(sandbox);
  objectPageRoutes(sandbox);
  invoicePageRoutes(sandbox);
  healthRoutes(app, pool, lifecycle);
  errorHandlers(app, config);
  return app;
}

function healthRoutes(app: FastifyInstance, pool: pg.Pool, lifecycle: Lifecycle): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const alive =
      lifecycle.ready &&
      (await pool.query('SELECT 1').then(
        () => true,
        () => false,
      ));
    return reply.code(alive ? 200 : 503).send({ status: alive ? 'ready' : 'unavailable' });
  });
}

function errorHandlers(app: FastifyInstance, config: Config): void {
  app.options('/v1/*', async (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type, stripe-version')
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  );
  app.setNotFoundHandler((request, reply) => {
    const { requestId } = beginResponse(request, reply, false);
    const path = request.url.split('?', 1)[0];
    const message = `Unrecognized request URL (${request.method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    void reply
      .code(404)
      .send(errorText(404, { type: 'invalid_request_error', message }, requestId));
  });
  app.setErrorHandler((error, _request, reply) => {
    const response = asStripeError(error);
    if (response.status >= 500) config.logger.error({ err: error }, 'request failed');
    const { status, body } = response;
    const requestId = String(reply.getHeader('request-id'));
    void reply
      .type('application/json')
      .code(status)
      .send(errorText(status, body, requestId));
  });
}

function asStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  if (error instanceof MalformedForm)
    return new StripeError(400, { type: 'invalid_request_error', message: error.message });
  if (isDatabaseUnavailable(error))
    return new StripeError(503, {
      type: 'api_error',
      message: 'The provider simulator cannot reach its database. Try again later.',
    });
  if (isContended(error))
    return new StripeError(429, {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
    });
  const status = getStatus(error);
  if (status >= 400 && status < 500)
    return new StripeError(status, {
      type: 'invalid_request_error',
      message: 'The request is malformed.',
    });
  return new StripeError(500, {
    type: 'api_error',
    message: 'An unknown error occurred on the provider simulator. Please try again.',
  });
}

function getStatus(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error
    ? Number(error.statusCode)
    : 500;
}

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);
const CONTENDED = new Set(['40001', '40P01', '55P03']);

const getCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const isContended = (error: unknown): boolean => CONTENDED.has(getCode(error));

function isDatabaseUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.has(getCode(error))) return true;
  const message = error instanceof Error ? error.message : '';
  return /timeout exceeded when trying|Connection terminated/.test(message);
}
