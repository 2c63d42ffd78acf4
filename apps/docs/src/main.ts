import { join } from 'node:path';
import { requireEnvironment } from '@parley/environment';
import { requirePort } from '@parley/environment/port';
import { standardOutput } from '@parley/environment/standard-output';
import { version } from '@parley/environment/version';
import { pino } from 'pino';
import { environment } from './env.ts';
import { createDocsServer } from './server.ts';

const DRAIN_MS = 5_000;

const env = requireEnvironment('docs', environment);
await requirePort('docs', { prefix: 'DOCS', host: env.DOCS_HOST, port: env.DOCS_PORT });
if (env.DOCS_BUILD) await import('./build.ts');
const logger = pino({ level: env.LOG_LEVEL, name: 'docs' }, standardOutput());
const origin = env.DOCS_URL ?? `http://localhost:${env.DOCS_PORT}`;
const server = createDocsServer({
  folder: join(import.meta.dirname, '../dist'),
  origin,
  publicUrls: new Map([
    ['http://localhost:4000', env.API_URL],
    ['http://localhost:3001', env.CHECKOUT_URL],
    ['http://localhost:3000', env.DASHBOARD_URL],
    ['http://localhost:4050', origin],
  ]),
  apiUrl: env.NODE_ENV === 'production' ? undefined : env.DOCS_TRY_API_URL,
});
server.listen(env.DOCS_PORT, env.DOCS_HOST, () =>
  logger.info({ msg: 'listening', port: env.DOCS_PORT, version }),
);
const stop = () => {
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
  server.close(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
