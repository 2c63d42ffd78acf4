import { requireEnvironment } from '@parley/environment';
import { standardOutput } from '@parley/environment/standard-output';
import { pino } from 'pino';
import { environment } from './env.ts';
import { startSandbox } from './server.ts';

const DRAIN_MS = 5_000;

/** Starts the sandbox with the environment's settings. An error at startup is printed as one line. */
async function main(): Promise<void> {
  const env = requireEnvironment('sandbox', environment);
  const logger = pino({ level: env.LOG_LEVEL, name: 'sandbox' }, standardOutput());
  const sandbox = await startSandbox({
    databaseUrl: env.SANDBOX_DATABASE_URL,
    secretKey: env.SANDBOX_SECRET_KEY,
    publishableKey: env.SANDBOX_PUBLISHABLE_KEY,
    live:
      env.SANDBOX_LIVE_SECRET_KEY && env.SANDBOX_LIVE_PUBLISHABLE_KEY
        ? {
            secretKey: env.SANDBOX_LIVE_SECRET_KEY,
            publishableKey: env.SANDBOX_LIVE_PUBLISHABLE_KEY,
          }
        : undefined,
    webhookUrl: env.SANDBOX_WEBHOOK_URL,
    webhookSecret: env.SANDBOX_WEBHOOK_SECRET,
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    publicUrl: env.SANDBOX_PUBLIC_URL,
    settleDelayMs: env.SANDBOX_SETTLE_DELAY_MS,
    logger,
  });
  let stopping = false;
  const shutDown = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    void sandbox.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}

main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${explain(error)}\n`);
  process.exit(1);
});

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'could not start';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? String(error.port) : '?';
    return `port ${port} is already in use; set SANDBOX_PORT to a free one`;
  }
  if (code === 'ECONNREFUSED') return 'cannot connect to PostgreSQL at SANDBOX_DATABASE_URL';
  return error.message.replaceAll(/\s*\n\s*/g, ' ');
}
