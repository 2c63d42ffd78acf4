import { openDatabase } from '@parley/db';
import { newId } from '@parley/operations';
import { connectStripe, readNotice } from '@parley/provider';
import pino from 'pino';
import { readEnv } from './env.ts';
import { createServer } from './server.ts';

const DRAIN_MS = 20_000;

const env = readEnv(process.env);
const logger = pino({ name: 'api', level: env.LOG_LEVEL });
const database = openDatabase({
  url: env.DATABASE_URL,
  poolSize: env.DATABASE_POOL_SIZE,
  encryptionKey: env.PARLEY_ENCRYPTION_KEY,
});
const state = { draining: false };
const app = createServer({
  deps: {
    database,
    connectProvider: connectStripe,
    readNotice,
    newId,
    checkoutUrl: new URL(env.CHECKOUT_URL).origin,
  },
  database,
  logger,
  apiUrl: new URL(env.API_URL).origin,
  state,
});

async function stop(signal: string): Promise<void> {
  if (state.draining) return;
  state.draining = true;
  logger.info({ msg: 'draining', signal });
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  await app.close();
  await database.close();
  logger.info({ msg: 'stopped' });
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));

await app.listen({ host: env.API_HOST, port: env.API_PORT });
logger.info({ msg: 'listening', port: env.API_PORT });
