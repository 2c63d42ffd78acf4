import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Books, compareBooks } from './books.ts';
import { type Callers, callersOf } from './callers.ts';
import { killAtRandom } from './kill-at-random.ts';
import { driveSale, type Sale } from './sales.ts';
import {
  advanceClock,
  compareSubscriptions,
  decideFates,
  listSubscriptions,
} from './subscriptions.ts';
import { sweepOnce } from './sweep-once.ts';
import { startWorld, type World } from './world.ts';

// npm run bench:provider [sessions]: sales through random plans and scenarios while events of the
// provider are lost, come twice or late, and our processes are killed. At the end the provider's
// ledger of captured money and ours must agree to the unit, and nothing may be unresolved.

const SESSIONS = Number(process.argv[2] ?? 1000);
const AT_ONCE = 24;
/** Of a hundred events of the provider. */
const FAULTS = { drop: 10, duplicate: 10, reorder: 30 };
/** The last money on its way needs five seconds at the provider. */
const SETTLE_MS = 6_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const list = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

/** What must not be is told, and fails the run. */
function demand(right: boolean, otherwise: readonly object[] | string): void {
  if (right) return;
  process.exitCode = 1;
  if (typeof otherwise === 'string') say(`WRONG: ${otherwise}`);
  else for (const one of otherwise.slice(0, 20)) say(`WRONG: ${JSON.stringify(one)}`);
}

async function driveSales(world: World, callers: Callers): Promise<Sale[]> {
  const began = performance.now();
  const stop = killAtRandom(world);
  const sales: Sale[] = [];
  let left = SESSIONS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        sales.push(await driveSale(world, callers));
        if (sales.length % 100 === 0) say(`${sales.length} of ${SESSIONS} sessions`);
      }
    }),
  );
  const killed = await stop();
  const seconds = (performance.now() - began) / 1000;
  say(`drove ${sales.length} sessions in ${seconds.toFixed(0)} s; ${killed} processes killed`);
  const plans: Record<string, number> = {};
  for (const { plan } of sales) plans[plan] = (plans[plan] ?? 0) + 1;
  say(`plans: ${list(plans)}`);
  return sales;
}

async function sweepTwice(world: World): Promise<void> {
  await pause(SETTLE_MS);
  for (let round = 1; round <= 2; round++) {
    const { seconds, left } = await sweepOnce(world);
    say(`sweep ${round}: ${seconds.toFixed(1)} s, left ${left}`);
  }
}

function judge(books: Books): void {
  say(`sessions: ${list(books.sessions)}`);
  say(`attempts: ${list(books.attempts)}`);
  say(`events: ${list(books.events)}`);
  const { ledger, renewals, recorded, secondPayments } = books;
  const equal = ledger === recorded + secondPayments;
  say(
    `captured: by the ledger ${ledger} (and ${renewals} of renewals), by our sessions ${recorded} and ${secondPayments} of payments too many: ${equal ? 'equal to the unit' : 'DIFFERENT'}`,
  );
  say(
    `unresolved after two sweeps: ${books.unresolvedAttempts} attempts, ${books.unresolvedEvents} events`,
  );
  demand(equal && books.wrong.length === 0, books.wrong);
  demand(books.unresolvedAttempts + books.unresolvedEvents === 0, 'something is unresolved');
}

/** Lets the subscriptions live for two months, of which their merchant is told as badly. */
async function liveSubscriptions(world: World, callers: Callers): Promise<void> {
  await decideFates(callers, await listSubscriptions(callers));
  const stop = killAtRandom(world);
  for (const days of [32, 20]) {
    await advanceClock(callers, days);
    await sweepTwice(world);
  }
  const killed = await stop();
  const all = await listSubscriptions(callers);
  const statuses: Record<string, number> = {};
  for (const { status } of all) statuses[status] = (statuses[status] ?? 0) + 1;
  const wrong = await compareSubscriptions(world, all);
  say(
    `subscriptions after 52 days, ${killed} processes killed: ${list(statuses)}; ${wrong.length} not as the provider shows them`,
  );
  demand(all.length > 0, 'there was no subscription');
  demand(wrong.length === 0, wrong);
}

say(
  `${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}; ${SESSIONS} sessions, faults of a hundred events: ${list(FAULTS)}`,
);
const world = await startWorld();
try {
  const callers = callersOf(world);
  await callers.provider('POST', '/_sandbox/faults', FAULTS);
  const sales = await driveSales(world, callers);
  await sweepTwice(world);
  judge(await compareBooks(world, callers, sales));
  await liveSubscriptions(world, callers);
  judge(await compareBooks(world, callers, sales));
} catch (error) {
  say(`the simulator's last words: ${world.complaints()}`);
  throw error;
} finally {
  await world.stop();
}
