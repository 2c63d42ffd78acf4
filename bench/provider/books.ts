import type { Callers } from './callers.ts';
import type { Sale } from './sales.ts';
import type { World } from './world.ts';

interface Ledger {
  readonly charges: readonly { readonly payment_intent: string; readonly captured: number }[];
}

/** The provider's captured money held against ours, session by session. All in minor units. */
export interface Books {
  /** By the provider's ledger: for the sessions, and for renewals of their subscriptions. */
  readonly ledger: number;
  readonly renewals: number;
  /** By our sessions: what they say was taken, and payments too many that their attempts say. */
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

const tookMoney = new Set(['paid', 'payment_conflicted', 'provisionable']);

export async function compareBooks(
  { database, merchantId }: World,
  callers: Callers,
  sales: readonly Sale[],
): Promise<Books> {
  const { charges } = await callers.provider<Ledger>('GET', '/_sandbox/ledger');
  const captured = new Map(charges.map((charge) => [charge.payment_intent, charge.captured]));
  const rows = await database.client.proxySession.findMany({
    where: { merchantId },
    include: { attempts: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong: object[] = [];
  let [ledger, recorded, secondPayments] = [0, 0, 0];
  for (const { id, plan, scenario, made } of sales) {
    const session = byId.get(id);
    if (!session) throw new Error(`session ${id} is gone`);
    let [theirs, second] = [0, 0];
    const unsaid: string[] = [];
    for (const { attemptId, path, root } of made) {
      const intent = await path.intentOf(callers, root);
      const money = captured.get(intent ?? '') ?? 0;
      theirs += money;
      const attempt = session.attempts.find((one) => one.id === attemptId);
      const known = attempt?.status === 'succeeded' || attempt?.status === 'integrity_failed';
      if (money > 0 && !known) unsaid.push(attemptId);
      if (attempt?.statusReason === 'second_payment') second += money;
    }
    const ours = tookMoney.has(session.status) ? session.finalAmountMinor : 0;
    ledger += theirs;
    recorded += ours;
    secondPayments += second;
    if (theirs === ours + second && unsaid.length === 0) continue;
    const attempts = session.attempts.map(({ status, statusReason }) => [status, statusReason]);
    const status = session.status;
    wrong.push({ id, plan, scenario, status, theirs, ours, second, unsaid, attempts });
  }
  const events = await database.client.providerEvent.groupBy({ by: ['status'], _count: true });
  const attempts = counted(rows.flatMap((row) => row.attempts.map(({ status }) => status)));
  const ofEvents = Object.fromEntries(events.map(({ status, _count }) => [status, _count]));
  return {
    ledger,
    renewals: charges.reduce((sum, charge) => sum + charge.captured, 0) - ledger,
    recorded,
    secondPayments,
    wrong,
    sessions: counted(rows.map(({ status }) => status)),
    attempts,
    events: ofEvents,
    unresolvedAttempts: (attempts.processing ?? 0) + (attempts.unknown ?? 0),
    unresolvedEvents: (ofEvents.waiting ?? 0) + (ofEvents.failed ?? 0),
  };
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
