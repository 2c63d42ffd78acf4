// The payer page's router and operations as a process of their own, without the pages: starting Next.js takes too long.
import { createServer } from 'node:http';
import { readEnvironment } from '@parley/environment';
import { newId } from '@parley/operations';
import { payerRouter } from '@parley/router/payer';
import { runtimeVariables, variables } from '@parley/runtime/environment';
import { onStopSignal, startRuntime } from '@parley/runtime/process';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { z } from 'zod';

const { CHECKOUT_URL, PROVIDER_BUDGET_MS } = variables;
const environment = z.object({ ...runtimeVariables, CHECKOUT_URL, PROVIDER_BUDGET_MS });
const env = readEnvironment(environment, process.env);
const runtime = await startRuntime({ name: 'checkout', env, servesMetrics: false });
const { database, connectProvider, logger } = runtime;
const handle = createHTTPHandler({
  router: payerRouter,
  allowMethodOverride: true,
  createContext: () => ({
    deps: { database, connectProvider, newId, checkoutUrl: 'http://pay.test' },
    requestId: newId('req'),
    payerPage: true,
  }),
});
const server = createServer((request, response) => {
  if (request.url === '/readyz') return void response.writeHead(200).end();
  return handle(request, response);
});
server.listen(Number(process.env.PAYER_PORT), '127.0.0.1');
onStopSignal({
  logger,
  drain: () => {
    server.close(() => void runtime.close());
    server.closeIdleConnections();
  },
});
