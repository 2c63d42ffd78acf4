import { setTimeout as pause } from 'node:timers/promises';
import type { AccountPayment, ProviderConfigSummary, Scope } from '@parley/db';
import type { ListedPayment, ObjectRef, PaymentPage, Provider } from '@parley/provider';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';

/** Milliseconds between two calls, which leaves most of the provider's rate limit to payments. */
const CALL_PAUSE_MS = 50;
const PAGE_SIZE = 500;

/** Minor units. */
interface PaymentAmounts {
  readonly amountMinor: number;
  readonly currency: string;
  readonly refundedMinor: number;
  readonly disputedMinor: number;
}

export interface PaymentDifference {
  /** `missing_here` or `missing_there`, otherwise the fields that differ. */
  readonly kinds: readonly string[];
  /** The payment intent, or the root object under which the row is stored. */
  readonly object: ObjectRef;
  readonly providerConfigId: string | null;
  readonly sessionId: string | null;
  readonly attemptId: string | null;
  /** As stored; null if there is no row. */
  readonly here: PaymentAmounts | null;
  /** As the provider shows it; null if it took no money. */
  readonly there: PaymentAmounts | null;
}

export interface ReconciliationResult {
  /** Payments of sessions, on either side. */
  readonly compared: number;
  /** Other payments of the accounts, such as renewals of subscriptions and those of other merchants. */
  readonly others: number;
  readonly differences: readonly PaymentDifference[];
}

interface Period {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/**
 * Compares the stored payments of a period with the lists of all provider accounts of a merchant in one
 * mode. Each difference is read again from both sides, so that a payment that changes meanwhile is not
 * reported. Writes nothing.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function reconcilePayments(
  deps: Deps,
  scope: Scope,
  period: Period,
  onProgress: (progress: Omit<ReconciliationResult, 'differences'>) => void,
): Promise<ReconciliationResult> {
  const { payments, providerConfigs } = deps.database.forScope(scope);
  const providers = new Map<string, Provider>();
  const listed = new Set<string>();
  const differences: PaymentDifference[] = [];
  let [compared, others] = [0, 0];

  async function compareAgain(
    provider: Provider | undefined,
    object: ObjectRef,
    found: { readonly sessionId: string; readonly providerConfigId: string | null },
  ): Promise<void> {
    await pause(CALL_PAUSE_MS);
    const there = (await provider?.readPayment(object)) ?? null;
    const [here = null] = await payments.findAll([object.id]);
    compared += 1;
    const kinds = kindsOfDifference(here, there);
    if (kinds.length === 0) return;
    differences.push({
      kinds,
      object,
      providerConfigId: here?.providerConfigId ?? found.providerConfigId,
      sessionId: here?.proxySessionId ?? found.sessionId,
      attemptId: here?.attemptId ?? null,
      here: here && getAmounts(here),
      there: there && getAmounts(there),
    });
  }

  async function comparePage(
    provider: Provider,
    page: PaymentPage,
    providerConfigId: string,
  ): Promise<void> {
    const unseen = page.payments.filter(({ id }) => !listed.has(id));
    const rows = await payments.findAll(unseen.map(({ id }) => id));
    const rowsByObject = new Map(rows.map((row) => [row.providerObjectId, row]));
    for (const payment of unseen) {
      listed.add(payment.id);
      const row = rowsByObject.get(payment.id);
      // The list does not contain the amounts of disputes.
      const shown = { ...payment, disputedMinor: 0 };
      if (row && !payment.isDisputed && kindsOfDifference(row, shown).length === 0) {
        compared += 1;
        continue;
      }
      const sessionId =
        row?.proxySessionId ?? (await findSessionId(deps, scope, provider, payment));
      if (sessionId) await compareAgain(provider, payment, { sessionId, providerConfigId });
      else others += 1;
    }
  }

  for (const { id } of await listConfigs(deps, scope)) {
    const config = await providerConfigs.find(id);
    if (!config) continue;
    const provider = getProvider(deps, config);
    providers.set(id, provider);
    let after: string | null = null;
    do {
      await pause(CALL_PAUSE_MS);
      const page: PaymentPage = await provider.listPayments({ ...period, after });
      await comparePage(provider, page, id);
      onProgress({ compared, others });
      after = page.next;
    } while (after !== null);
  }

  let rows: AccountPayment[] = [];
  do {
    rows = await payments.listCaptured(period, PAGE_SIZE, rows.at(-1)?.providerObjectId ?? '');
    for (const row of rows.filter(({ providerObjectId }) => !listed.has(providerObjectId))) {
      const { providerConfigId, proxySessionId: sessionId } = row;
      const provider = providerConfigId === null ? undefined : providers.get(providerConfigId);
      const object = { type: row.providerObjectType, id: row.providerObjectId };
      await compareAgain(provider, object, { sessionId, providerConfigId });
    }
    onProgress({ compared, others });
  } while (rows.length === PAGE_SIZE);
  return { compared, others, differences };
}

/** The provider configs that ever had attempts. */
async function listConfigs(deps: Deps, scope: Scope): Promise<ProviderConfigSummary[]> {
  const { providerConfigs } = deps.database.forScope(scope);
  const configs: ProviderConfigSummary[] = [];
  let page: ProviderConfigSummary[];
  do {
    page = await providerConfigs.list(PAGE_SIZE, configs.at(-1));
    configs.push(...page);
  } while (page.length === PAGE_SIZE);
  return configs.filter(({ status }) => status !== 'inactive');
}

/**
 * The session that a payment without a row belongs to: the one whose root object it is or belongs to, or else that
 * its metadata or that of an owner names. Null if it is not a payment of a session of this merchant: merchants can
 * share an account. A session that no merchant has counts: a restore may have lost it.
 */
async function findSessionId(
  deps: Deps,
  scope: Scope,
  provider: Provider,
  payment: ListedPayment,
): Promise<string | null> {
  const { attempts } = deps.database.forScope(scope);
  const findByRoot = async (id: string) =>
    (await attempts.findByProviderObject(id))?.proxySessionId;
  const isOfOther = (id: string) =>
    deps.database.diagnostics.isSessionOfOther(scope.merchantId, id);
  const known = (await findByRoot(payment.id)) ?? payment.sessionId;
  if (known) return (await isOfOther(known)) ? null : known;
  await pause(CALL_PAUSE_MS);
  for (const { type, id, attempts: named } of await provider.findOwners(payment)) {
    const sessionId = (await findByRoot(id)) ?? named[0]?.sessionId;
    if (!sessionId) continue;
    if (await isOfOther(sessionId)) return null;
    // A renewal of a subscription belongs to the same one, but is not a payment of the session.
    const first = await provider.readPayment({ type, id });
    return first?.id === payment.id ? sessionId : null;
  }
  return null;
}

function kindsOfDifference(here: PaymentAmounts | null, there: PaymentAmounts | null): string[] {
  if (!here) return there ? ['missing_here'] : [];
  if (!there) return ['missing_there'];
  return [
    ...(here.amountMinor === there.amountMinor ? [] : ['amount']),
    ...(here.currency === there.currency ? [] : ['currency']),
    ...(here.refundedMinor === there.refundedMinor ? [] : ['refunded']),
    ...(here.disputedMinor === there.disputedMinor ? [] : ['disputed']),
  ];
}

const getAmounts = ({
  amountMinor,
  currency,
  refundedMinor,
  disputedMinor,
}: PaymentAmounts): PaymentAmounts => ({ amountMinor, currency, refundedMinor, disputedMinor });
