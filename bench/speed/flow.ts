import { join } from 'node:path';
import { cpuMicrosecondsOf, residentBytesOf } from '@parley/bench-shared/process-usage';
import { type ServerProcess, startProcess } from '@parley/bench-shared/start-process';
import { reservePort } from '@parley/testing';
import { startGenerator } from './benchmark-target.ts';
import type { Environment } from './environment.ts';
import type { FlowJob, LoadResult } from './load-protocol.ts';
import type { Options } from './options.ts';
import { databaseUrl, sharedEnvironment, startProduct } from './product.ts';
import { load, table } from './report.ts';

/** The whole payment at one number of connections. Processor times in microseconds per payment. */
export interface FlowResult {
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpu: Readonly<Record<'api' | 'worker' | 'sandbox' | 'postgres' | 'client', number>>;
  readonly apiBytes: number;
  readonly workerBytes: number;
}

/**
 * Measures sessions from their creation until they are paid, with the worker and the provider
 * simulator. There is no reference to compare with.
 */
export async function measureFlow(
  environment: Environment,
  { connections: levels, seconds, rounds }: Options,
  print: (line: string) => void,
): Promise<FlowResult[]> {
  const { adminUrl, folder, postgres } = environment;
  const [apiPort, sandboxPort] = [await reservePort(), await reservePort()];
  const providerUrl = `http://127.0.0.1:${sandboxPort}`;
  const product = environment.use(
    await startProduct({ adminUrl, folder, name: 'flow', port: apiPort, providerUrl }),
  );
  const { merchant } = product;
  const { account } = merchant;
  const start = async (options: Parameters<typeof startProcess>[0]): Promise<ServerProcess> =>
    environment.use(await startProcess(options));
  const sandbox = await start({
    script: 'apps/sandbox/src/main.ts',
    port: sandboxPort,
    logFile: join(folder, 'sandbox.log'),
    env: {
      LOG_LEVEL: 'warn',
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_DATABASE_URL: databaseUrl(adminUrl, 'sandbox'),
      SANDBOX_PUBLIC_URL: account.apiUrl,
      SANDBOX_SECRET_KEY: account.secretKey,
      SANDBOX_PUBLISHABLE_KEY: account.publishableKey,
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/provider_events/${merchant.providerConfigId}`,
      SANDBOX_WEBHOOK_SECRET: account.webhookSecret,
    },
  });
  const workerPort = await reservePort();
  const worker = await start({
    script: 'apps/worker/src/main.ts',
    port: workerPort,
    logFile: join(folder, 'worker.log'),
    env: { ...sharedEnvironment(merchant), WORKER_PORT: String(workerPort) },
  });
  const [api] = product.apis;
  if (!api) throw new Error('the API was not started');
  const generator = startGenerator<FlowJob>('./flow-generator.ts');
  environment.use(generator);

  const servers = { api, worker, sandbox };
  const readTimes = async () => ({
    api: await cpuMicrosecondsOf(api.pid),
    worker: await cpuMicrosecondsOf(worker.pid),
    sandbox: await cpuMicrosecondsOf(sandbox.pid),
  });
  const run = (connections: number, length: number): Promise<LoadResult> =>
    generator.run({
      apiUrl: servers.api.url,
      sandboxUrl: servers.sandbox.url,
      databaseUrl: merchant.url,
      merchantId: merchant.merchantId,
      secretKey: merchant.secretKey,
      sandboxKey: account.secretKey,
      connections,
      seconds: length,
    });

  await run(8, seconds);
  const results: FlowResult[] = [];
  for (const connections of levels) {
    const postgresBefore = await postgres.read();
    const before = await readTimes();
    const result = await run(connections, seconds * rounds);
    const after = await readTimes();
    const { requests, failures, firstFailure } = result;
    if (failures > 0) throw new Error(`flow: ${failures} payments failed. ${firstFailure}`);
    const one: FlowResult = {
      connections,
      perSecond: requests / result.seconds,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      cpu: {
        api: (after.api - before.api) / requests,
        worker: (after.worker - before.worker) / requests,
        sandbox: (after.sandbox - before.sandbox) / requests,
        postgres: ((await postgres.read()) - postgresBefore) / requests,
        client: result.cpuMicroseconds / requests,
      },
      apiBytes: await residentBytesOf(api.pid),
      workerBytes: await residentBytesOf(worker.pid),
    };
    print(
      `flow, ${connections} connections: ${one.perSecond.toFixed(1)}/s, p50 ${one.p50Ms.toFixed(0)} ms, p99 ${one.p99Ms.toFixed(0)} ms; load ${load()}`,
    );
    results.push(one);
  }
  return results;
}

/** The payments as a Markdown table. */
export function flowTable(results: readonly FlowResult[]): string {
  const number = (value: number) => value.toFixed(0);
  return table(
    [
      'connections',
      'payments /s',
      'p50 ms',
      'p99 ms',
      'CPU µs API',
      'worker',
      'provider simulator',
      'PostgreSQL',
      'client',
      'API MB',
      'worker MB',
    ],
    results.map(({ connections, perSecond, p50Ms, p99Ms, cpu, apiBytes, workerBytes }) => [
      String(connections),
      perSecond.toFixed(1),
      number(p50Ms),
      number(p99Ms),
      ...[cpu.api, cpu.worker, cpu.sandbox, cpu.postgres, cpu.client].map(number),
      ...[apiBytes / 1e6, workerBytes / 1e6].map(number),
    ]),
  );
}
