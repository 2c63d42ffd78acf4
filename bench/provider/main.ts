import { setTimeout as pause } from 'node:timers/promises';
import { withPostgres } from '../harness/environment.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { describeMachine, formatCounts, print } from '../harness/report.ts';
import { type Clients, createClients } from './clients.ts';
import { compareLedgers, type LedgerComparison } from './compare-ledgers.ts';
import { runSession, type SessionRun } from './run-session.ts';
import { type Product, startProduct } from './start-product.ts';
import {
  advanceClock,
  assignOutcomes,
  compareSubscriptions,
  listSubscriptions,
} from './subscriptions.ts';
import { sweepOnce } from './sweep-once.ts';

const usage = `npm run bench:provider [-- option…]

Runs sessions through random plans and scenarios while provider events are dropped, duplicated and delayed, and
processes of the product are killed. Afterwards the captured amounts of the provider and the product must be equal,
and nothing may be unresolved.

Options:
  --sessions <n>   number of sessions (1000)
  --help
`;

const { values } = readOptions(usage, { sessions: { type: 'string', default: '1000' } });
const SESSIONS = readPositive('--sessions', values.sessions);
const AT_ONCE = 24;
/** Percentages of provider events. */
const FAULTS = { drop: 10, duplicate: 10, reorder: 30 };
/** The provider settles the last asynchronous payments within 5 seconds. */
const SETTLE_MS = 6_000;

/** Prints the failures of a violated condition and fails the run. */
function check(holds: boolean, failures: readonly object[] | string): void {
  if (holds) return;
  process.exitCode = 1;
  if (typeof failures === 'string') print(`WRONG: ${failures}`);
  else for (const one of failures.slice(0, 20)) print(`WRONG: ${JSON.stringify(one)}`);
}

async function runSessions(product: Product, clients: Clients): Promise<SessionRun[]> {
  const began = performance.now();
  const stop = product.killProcesses();
  const runs: SessionRun[] = [];
  let left = SESSIONS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        runs.push(await runSession(product, clients));
        if (runs.length % 100 === 0) print(`${runs.length} of ${SESSIONS} sessions`);
      }
    }),
  );
  const killed = await stop();
  const seconds = (performance.now() - began) / 1000;
  print(`ran ${runs.length} sessions in ${seconds.toFixed(0)} s; ${killed} processes killed`);
  const plans: Record<string, number> = {};
  for (const { plan } of runs) plans[plan] = (plans[plan] ?? 0) + 1;
  print(`plans: ${formatCounts(plans)}`);
  return runs;
}

async function sweepTwice(product: Product): Promise<void> {
  await pause(SETTLE_MS);
  for (let round = 1; round <= 2; round++) {
    const { seconds, left } = await sweepOnce(product);
    print(`sweep ${round}: ${seconds.toFixed(1)} s, remaining: ${left}`);
    check(left === 'nothing', `the sweep left something to do; logs: ${product.outputs()}`);
  }
}

function reportComparison(comparison: LedgerComparison): void {
  print(`sessions: ${formatCounts(comparison.sessions)}`);
  print(`attempts: ${formatCounts(comparison.attempts)}`);
  print(`events: ${formatCounts(comparison.events)}`);
  const { ledger, renewals, recorded, payments, wrong } = comparison;
  const equal = ledger === recorded && wrong.length === 0;
  print(
    `captured: by the provider's ledger ${ledger} (plus ${renewals} for renewals), by ${payments} payments of the sessions ${recorded}: ${equal ? 'equal one by one' : 'DIFFERENT'}`,
  );
  print(
    `unresolved after two sweeps: ${comparison.unresolvedAttempts} attempts, ${comparison.unresolvedEvents} events`,
  );
  check(equal, wrong);
  check(
    comparison.unresolvedAttempts + comparison.unresolvedEvents === 0,
    'attempts or events are unresolved',
  );
}

/** Advances the provider's clock by 52 days, with the same faults, and compares the subscriptions. */
async function runSubscriptions(product: Product, clients: Clients): Promise<void> {
  await assignOutcomes(clients, await listSubscriptions(clients));
  const stop = product.killProcesses();
  for (const days of [32, 20]) {
    await advanceClock(clients, days);
    await sweepTwice(product);
  }
  const killed = await stop();
  const all = await listSubscriptions(clients);
  const statuses: Record<string, number> = {};
  for (const { status } of all) statuses[status] = (statuses[status] ?? 0) + 1;
  const wrong = await compareSubscriptions(product, all);
  print(
    `subscriptions after 52 days, ${killed} processes killed: ${formatCounts(statuses)}; ${wrong.length} differ from the provider`,
  );
  check(all.length > 0, 'no subscription was created');
  check(wrong.length === 0, wrong);
}

print(
  `${describeMachine()}; ${SESSIONS} sessions, faults in percent of events: ${formatCounts(FAULTS)}`,
);
await withPostgres(async (environment) => {
  const product = await startProduct(environment);
  try {
    const clients = createClients(product);
    await clients.provider('POST', '/_sandbox/faults', FAULTS);
    const runs = await runSessions(product, clients);
    await sweepTwice(product);
    reportComparison(await compareLedgers(product, clients, runs));
    await runSubscriptions(product, clients);
    reportComparison(await compareLedgers(product, clients, runs));
  } catch (error) {
    print(`the logs: ${product.outputs()}`);
    throw error;
  }
});
