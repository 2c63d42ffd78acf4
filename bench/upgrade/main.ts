import { setTimeout as delay } from 'node:timers/promises';
import { applyMigrations, runBackfills } from '@parley/db/migrations';
import type { ServerProcess } from '@parley/testing';
import { runSql } from '../harness/database.ts';
import { type Environment, withPostgres } from '../harness/environment.ts';
import { exportVersion, findPreviousVersion, repository } from '../harness/previous-version.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { describeMachine, formatTable, print } from '../harness/report.ts';
import { createClients } from '../provider/clients.ts';
import { addEndpoints, findProblems, settle } from './check-results.ts';
import { backfill, createExpandedMigrations } from './expand.ts';
import { createInstallation } from './installation.ts';
import { type Load, startLoad } from './load.ts';
import { rotateKey } from './rotate-key.ts';

const usage = `npm run test:upgrade [-- option…]

Upgrades an installation of the previous version under load: two API processes behind a load balancer, two
workers, the simulator and a receiver of webhooks. The database is migrated while the previous version
serves; then its processes are replaced one by one. The schema differs by further migrations of this test.
Then the encryption key is replaced, for which every process is replaced three times. Fails if a request
failed, or an acknowledged session, a payment or a delivery is missing, or a webhook is not signed.

Dashboard and payer page are left out: they need a build, and use the same code for the database.

Options:
  --from <commit>  the previous version (the last commit that changed the version in package.json)
  --seconds <n>    length of each phase (5)
  --help
`;

const { values } = readOptions(usage, {
  from: { type: 'string' },
  seconds: { type: 'string', default: '5' },
});
const PHASE_MS = 1_000 * readPositive('--seconds', values.seconds);

/** Something that was done during the load, on the clock of `performance.now()`. */
interface Step {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

type App = 'api' | 'worker';

async function upgrade(environment: Environment, previous: string): Promise<void> {
  const installation = await createInstallation(environment, previous);
  const { merchant, balancer } = installation;
  const running: { app: App; process: ServerProcess }[] = [];
  for (const app of ['api', 'api', 'worker', 'worker'] as const)
    running.push({ app, process: await installation.start(app, previous) });
  const secrets = await addEndpoints(installation);
  const { provider } = createClients({ ...merchant, apiUrl: balancer.url });
  const { url: apiUrl } = balancer;
  const load = startLoad({
    apiUrl,
    secretKey: merchant.secretKey,
    provider,
    payers: 3,
    creators: 3,
  });

  const steps: Step[] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    steps.push({ name, from, to: performance.now() });
  };
  const phase = () => delay(PHASE_MS);
  const directory = await createExpandedMigrations(environment.folder);
  const lines: string[] = [];
  const onProgress = (line: string) => void lines.push(line);

  await step('previous version', phase);
  await step('migrate', () =>
    applyMigrations({ databaseUrl: merchant.url, directory, onProgress }),
  );
  await step('previous version on the new schema', phase);
  const replaceProcesses = async (name: string, encryptionKeys?: string) => {
    for (const [index, previous] of running.entries()) {
      const { app } = previous;
      const number = running.slice(0, index + 1).filter((one) => one.app === app).length;
      await step(`start ${app} ${number} ${name}`, async () => {
        const process = await installation.start(app, repository, encryptionKeys);
        running[index] = { app, process };
      });
      await step(`stop the previous ${app} ${number}`, () =>
        installation.stop(app, previous.process),
      );
      await step('both run', () => delay(PHASE_MS / 4));
    }
  };
  await replaceProcesses('of the new version');
  await step('backfill', () =>
    runBackfills({ databaseUrl: merchant.url, list: [backfill], batchSize: 50, onProgress }),
  );
  await step('new version', phase);
  const problems = await rotateKey(installation, replaceProcesses);
  const [paid, received] = [load.paid.size, installation.receiver.received.length];
  await step('new key', phase);
  await load.stop();
  await settle(installation, load);
  if (load.paid.size === paid) problems.push('no payment with the new key only');
  if (installation.receiver.received.length === received)
    problems.push('no webhook with the new key only');

  print(lines.map((line) => `  ${line}`).join('\n'));
  print(formatTimeline(steps, load));
  const functions = await runSql<{ proname: string }>(
    merchant.url,
    "SELECT proname FROM pg_proc WHERE proname LIKE 'commit_sessions%' ORDER BY 1",
  );
  print(
    `${load.requests.length} requests, ${load.created.size} sessions, ${load.paid.size} payments, ${installation.receiver.received.length} webhooks; commit functions: ${functions.map(({ proname }) => proname).join(', ')}`,
  );
  problems.push(
    ...(await findProblems(installation, load, secrets, environment.adminUrl, directory)),
  );
  for (const problem of problems) print(`WRONG: ${problem.slice(0, 2_000)}`);
  print(
    problems.length === 0
      ? 'Nothing was lost, and no request failed.'
      : 'The upgrade or the replacement of the key failed.',
  );
  if (problems.length > 0) process.exitCode = 1;
}

/** What was done when, with the requests that ended meanwhile. */
function formatTimeline(steps: readonly Step[], load: Load): string {
  const start = steps[0]?.from ?? 0;
  const rows = steps.map(({ name, from, to }) => {
    const requests = load.requests.filter((one) => {
      const end = one.at + one.duration;
      return end >= from && end < to;
    });
    const slowest = Math.max(0, ...requests.map(({ duration }) => duration));
    const failed = requests.filter(({ isFailure }) => isFailure).length;
    return [
      ((from - start) / 1_000).toFixed(1),
      name,
      ((to - from) / 1_000).toFixed(1),
      (requests.length / ((to - from) / 1_000)).toFixed(0),
      slowest.toFixed(0),
      String(failed),
    ];
  });
  return formatTable(['At, s', 'Step', 'Seconds', 'Requests/s', 'Slowest, ms', 'Failed'], rows);
}

const previous = await exportVersion(values.from ?? (await findPreviousVersion()));
try {
  print(`from ${previous.version}; ${describeMachine()}`);
  await withPostgres((environment) => upgrade(environment, previous.folder));
} finally {
  await previous.remove();
}
