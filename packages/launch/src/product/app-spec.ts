import { join } from 'node:path';
import { repository } from '../repository.ts';
import type { ProcessSpec } from '../supervise/process-spec.ts';
import type { AppProcess } from './processes.ts';

// Given to those who need them by their own entry, and to nobody else.
const secret = new Set([
  'BETTER_AUTH_SECRET',
  'DATABASE_URL',
  'PARLEY_ENCRYPTION_KEY',
  'SANDBOX_DATABASE_URL',
  'SANDBOX_SECRET_KEY',
  'SANDBOX_WEBHOOK_SECRET',
]);

function inherited(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(
    ([name]) => !secret.has(name) && !/^(npm_|PORT$)/.test(name),
  );
  return Object.fromEntries(kept);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** How the supervisor runs one of the apps. */
export function appSpec(
  app: AppProcess,
  { host, env, logFile }: { host: string; env: NodeJS.ProcessEnv; logFile: string },
): ProcessSpec {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    name: app.name,
    command: process.execPath,
    args: app.args,
    env: { ...app.defaults, ...inherited(env), ...app.env },
    cwd: join(repository, 'apps', app.name),
    ready: () => answers(`http://${address}:${app.port}${app.readyPath}`),
    stopSignal: 'SIGTERM',
    logFile,
  };
}
