import type { Clients } from './clients.ts';
import type { Environment } from './environment.ts';
import type { SessionRun } from './run-session.ts';

interface Ledger {
  readonly charges: readonly { readonly payment_intent: string; readonly captured: number }[];
}

/** The provider's captured amounts compared with the sessions' amounts, in minor units. */
export interface LedgerComparison {
  /** Captured at the provider for the sessions, and for renewals of their subscriptions. */
  readonly ledger: number;
  readonly renewals: number;
  /** Recorded by the sessions, and second payments recorded by their attempts. */
  readonly recorded: number;
  readonly secondPayments: number;
  /** Sessions that differ. */
  readonly wrong: readonly object[];
  readonly sessions: Readonly<Record<string, number>>;
  readonly attempts: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly unresolvedAttempts: number;
  readonly unresolvedEvents: number;
}

const paidStatuses = new Set(['paid', 'payment_conflicted', 'provisionable']);

export async function compareLedgers(
  { database, merchantId }: Environment,
  clients: Clients,
  runs: readonly SessionRun[],
): Promise<LedgerComparison> {
  const { charges } = await clients.provider<Ledger>('GET', '/_sandbox/ledger');
  const captured = new Map(charges.map((charge) => [charge.payment_intent, charge.captured]));
  const rows = await database.client.proxySession.findMany({
    where: { merchantId },
    include: { attempts: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong: object[] = [];
  let [ledger, recorded, secondPayments] = [0, 0, 0];
  for (const { id, plan, scenario, createdRoots } of runs) {
    const session = byId.get(id);
    if (!session) throw new Error(`session ${id} is missing`);
    let [theirs, second] = [0, 0];
    const unrecorded: string[] = [];
    for (const { attemptId, path, root } of createdRoots) {
      const intent = await path.intentOf(clients, root);
      const money = captured.get(intent ?? '') ?? 0;
      theirs += money;
      const attempt = session.attempts.find((one) => one.id === attemptId);
      const known = attempt?.status === 'succeeded' || attempt?.status === 'integrity_failed';
      if (money > 0 && !known) unrecorded.push(attemptId);
      if (attempt?.statusReason === 'second_payment') second += money;
    }
    const ours = paidStatuses.has(session.status) ? session.finalAmountMinor : 0;
    ledger += theirs;
    recorded += ours;
    secondPayments += second;
    if (theirs === ours + second && unrecorded.length === 0) continue;
    const attempts = session.attempts.map(({ status, statusReason }) => [status, statusReason]);
    const status = session.status;
    wrong.push({ id, plan, scenario, status, theirs, ours, second, unrecorded, attempts });
  }
  const events = await database.client.providerEvent.groupBy({ by: ['status'], _count: true });
  const attempts = countByName(rows.flatMap((row) => row.attempts.map(({ status }) => status)));
  const ofEvents = Object.fromEntries(events.map(({ status, _count }) => [status, _count]));
  return {
    ledger,
    renewals: charges.reduce((sum, charge) => sum + charge.captured, 0) - ledger,
    recorded,
    secondPayments,
    wrong,
    sessions: countByName(rows.map(({ status }) => status)),
    attempts,
    events: ofEvents,
    unresolvedAttempts: (attempts.processing ?? 0) + (attempts.unknown ?? 0),
    unresolvedEvents: (ofEvents.waiting ?? 0) + (ofEvents.failed ?? 0),
  };
}

function countByName(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
