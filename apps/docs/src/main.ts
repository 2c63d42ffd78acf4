import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { createDocsServer } from './server.ts';

const DRAIN_MS = 5_000;

const environment = z.object({
  DOCS_PORT: z.coerce.number().int().min(1).max(65_535).default(4050),
  DOCS_HOST: z.string().default('127.0.0.1'),
  DOCS_URL: z.url().default('http://localhost:4050'),
  /** In development: builds the site first, and again on every start. */
  DOCS_BUILD: z.stringbool().default(false),
  DOCS_TRY_API_URL: z.url().optional(),
  LOG_LEVEL: z.string().default('info'),
  NODE_ENV: z.string().optional(),
});

const {
  success,
  data: env,
  error,
} = environment.safeParse(
  // As in every process, an empty variable is one that is not set.
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
);
if (!success) {
  process.stderr.write(`docs: ${z.prettifyError(error)}\n`);
  process.exit(1);
}
if (env.DOCS_BUILD) await import('./build.ts');
const logger = pino({ level: env.LOG_LEVEL, name: 'docs' });
const server = createDocsServer({
  folder: join(import.meta.dirname, '../dist'),
  origin: env.DOCS_URL,
  apiUrl: env.NODE_ENV === 'production' ? undefined : env.DOCS_TRY_API_URL,
});
server.listen(env.DOCS_PORT, env.DOCS_HOST, () =>
  logger.info({ msg: 'listening', port: env.DOCS_PORT }),
);
const stop = () => {
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
  server.close(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
