import { statfs } from 'node:fs/promises';
import { realOrigin, sandboxOrigin } from '@parley/provider';
import type { z } from 'zod';
import { type Check, fail, ok, warn } from './checks.ts';
import type { environment } from './env.ts';
import { describeDisk } from './installation-checks.ts';

const PROVIDER_MS = 10_000;
/** Seconds by which the clock may differ from the time in a response of the provider. */
const MAX_SKEW_SECONDS = 5;

/** Checks the machine and the provider without the database: disk, network and clock. */
export async function checkMachine({
  DATA_DIR: folder,
  PROVIDER_SANDBOX_URL: sandboxUrl,
}: z.infer<typeof environment>): Promise<Check[]> {
  const disk = folder === undefined ? null : await statfs(folder).catch(() => null);
  const { apiUrl } = sandboxUrl === undefined ? realOrigin : sandboxOrigin(sandboxUrl);
  return [describeDisk(disk, folder), ...(await checkProvider(apiUrl))];
}

/** Any response shows that the provider is reachable. Its time is that of the response, in whole seconds. */
async function checkProvider(apiUrl: string): Promise<Check[]> {
  const before = Date.now();
  let response: Response;
  try {
    const signal = AbortSignal.timeout(PROVIDER_MS);
    response = await fetch(apiUrl, { method: 'HEAD', redirect: 'manual', signal });
  } catch (error) {
    const fix =
      'Check the network, the DNS and the firewall of this machine, and its clock if a certificate is the reason. With PROVIDER_SANDBOX_URL, start the simulator there.';
    return [fail('provider', `${apiUrl} is not reachable: ${getReason(error)}`, fix)];
  }
  const after = Date.now();
  const reachable = ok('provider', `reachable at ${apiUrl}`);
  const time = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(time)) return [reachable];
  const aheadMs = Math.max(0, before - (time + 1_000)) - Math.max(0, time - after);
  return [reachable, describeClock(aheadMs / 1_000)];
}

function describeClock(aheadSeconds: number): Check {
  const name = 'clock of this machine';
  if (Math.abs(aheadSeconds) < MAX_SKEW_SECONDS) return ok(name, 'agrees with the provider');
  const direction = aheadSeconds > 0 ? 'ahead of' : 'behind';
  const message = `${Math.abs(aheadSeconds).toFixed(0)} s ${direction} the provider`;
  return warn(name, message, 'Synchronize this machine, for example with NTP.');
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response in ${PROVIDER_MS / 1_000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
