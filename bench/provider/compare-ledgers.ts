import type { Clients } from './clients.ts';
import type { IntegrationPath, Root } from './integration-paths.ts';
import type { SessionRun } from './run-session.ts';
import type { Product } from './start-product.ts';

interface Ledger {
  readonly charges: readonly ProviderCharge[];
}

interface List<T> {
  readonly data: readonly T[];
}

interface InvoicePayment {
  readonly payment: { readonly payment_intent: string };
}

interface ProviderCharge {
  readonly payment_intent: string;
  readonly captured: number;
  readonly refunded: number;
}

/** The provider's charges compared one by one with the payments of the sessions, in minor units. */
export interface LedgerComparison {
  /** Captured at the provider for the sessions, and for renewals of their subscriptions. */
  readonly ledger: number;
  readonly renewals: number;
  /** The recorded payments and what they took. */
  readonly payments: number;
  readonly recorded: number;
  /** Sessions whose payments differ from the provider's charges. */
  readonly wrong: readonly object[];
  readonly sessions: Readonly<Record<string, number>>;
  readonly attempts: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly unresolvedAttempts: number;
  readonly unresolvedEvents: number;
}

/** The statuses that a session can have with one payment, equal to its final charge. */
const paidStatuses = new Set(['paid', 'payment_conflicted']);

export async function compareLedgers(
  { database, merchantId }: Product,
  clients: Clients,
  runs: readonly SessionRun[],
): Promise<LedgerComparison> {
  const { charges } = await clients.provider<Ledger>('GET', '/_sandbox/ledger');
  const chargesByIntent = new Map(charges.map((charge) => [charge.payment_intent, charge]));
  const rows = await database.client.proxySession.findMany({
    where: { merchantId },
    include: { attempts: true, payments: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong: object[] = [];
  let ledger = 0;
  for (const { id, plan, scenario, createdRoots } of runs) {
    const session = byId.get(id);
    if (!session) throw new Error(`session ${id} is missing`);
    const charged: string[] = [];
    const intents = new Set<string | null>();
    for (const { path, root } of createdRoots) {
      intents.add(await path.getIntent(clients, root));
      // What a subscription bills that completed no session is a payment of the session.
      if (session.completedAttemptId !== null) continue;
      for (const intent of await listBilled(clients, path, root)) intents.add(intent);
    }
    for (const intent of intents) {
      const charge = chargesByIntent.get(intent ?? '');
      if (!charge) continue;
      ledger += charge.captured;
      charged.push(`${charge.payment_intent} ${charge.captured} -${charge.refunded}`);
    }
    const recorded = session.payments.map(
      (one) => `${one.providerObjectId} ${one.amountMinor} -${one.refundedMinor}`,
    );
    const [first] = session.payments;
    const consistent =
      session.payments.length === 1
        ? paidStatuses.has(session.status) && session.finalAmountMinor === first?.amountMinor
        : session.payments.length === 0 || session.status === 'payment_conflicted';
    if (consistent && charged.sort().join() === recorded.sort().join()) continue;
    const attempts = session.attempts.map(({ status, statusReason }) => [status, statusReason]);
    wrong.push({ id, plan, scenario, status: session.status, charged, recorded, attempts });
  }
  const payments = rows.flatMap((row) => row.payments);
  const events = await database.client.providerEvent.groupBy({ by: ['status'], _count: true });
  const attempts = countByName(rows.flatMap((row) => row.attempts.map(({ status }) => status)));
  const ofEvents = Object.fromEntries(events.map(({ status, _count }) => [status, _count]));
  return {
    ledger,
    renewals: charges.reduce((sum, charge) => sum + charge.captured, 0) - ledger,
    payments: payments.length,
    recorded: payments.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0),
    wrong,
    sessions: countByName(rows.map(({ status }) => status)),
    attempts,
    events: ofEvents,
    unresolvedAttempts: (attempts.processing ?? 0) + (attempts.unknown ?? 0),
    unresolvedEvents: (ofEvents.waiting ?? 0) + (ofEvents.failed ?? 0),
  };
}

/** The payment intents of all invoices of the subscription that a root object has started. */
async function listBilled(
  { provider }: Clients,
  { type }: IntegrationPath,
  { id }: Root,
): Promise<string[]> {
  if (type === 'payment_intent') return [];
  const subscription =
    type === 'subscription'
      ? id
      : (await provider<{ subscription: string | null }>('GET', `/v1/checkout/sessions/${id}`))
          .subscription;
  if (subscription === null) return [];
  const invoices = await provider<List<{ id: string }>>('GET', '/v1/invoices', { subscription });
  const intents: string[] = [];
  for (const { id: invoice } of invoices.data) {
    const query = { invoice };
    const paid = await provider<List<InvoicePayment>>('GET', '/v1/invoice_payments', query);
    intents.push(...paid.data.map(({ payment }) => payment.payment_intent));
  }
  return intents;
}

function countByName(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
