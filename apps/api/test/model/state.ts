import { type Path, type ProviderObject, rootKind } from './provider-objects.ts';

/** The smallest amount that the provider charges in eur and in usd, in minor units. */
export const MINIMUM = 50;

/** The state of a session, written from the specification and not from the code. */
export interface State {
  /** The integration path that the merchant reserves. */
  readonly path: Path;
  status: string;
  cartVersion: number;
  amount: number;
  currency: string;
  /** The charge that binds the payer, or that was taken. */
  final: readonly [amount: number, currency: string];
  deadlinePassed: boolean;
  /** By number, the current one last. */
  attempts: Attempt[];
  /** Number of the attempt that completed the session. */
  completed: number | null;
  /** Whether money came in addition to what was fulfilled, and no one has resolved it. */
  openConflict: boolean;
  /** How the last conflict was resolved. */
  resolvedAs: 'accept' | 'refunded' | null;
  /** In the order of their recording. */
  payments: Payment[];
  /** How the merchant last saw each subscription, by id. */
  subscriptions: Record<string, string>;
  /** Types of all events so far. */
  events: string[];
  /** The objects at the provider, by id. */
  provider: Record<string, ProviderObject>;
}

export interface Attempt {
  number: number;
  path: Path;
  status: string;
  reason: string | null;
  version: number;
  /** What it was reserved with; null before. */
  fingerprint: string | null;
  reservedCart: number;
  subtotal: number | null;
  /** The basis of the fees of a direct subscription. */
  basis: readonly [source: string, currency: string, amount: number] | null;
  root: string | null;
  /** Whether the root object has been read from the provider. */
  rootRead: boolean;
  confirmed: Confirmation | null;
  /** The object whose payment completed it; null without one. */
  paidThrough: string | null;
}

export interface Confirmation {
  cartVersion: number;
  amount: number;
  currency: string;
  evidence: string;
}

export interface Payment {
  readonly intent: string;
  readonly root: string;
  readonly attempt: number;
  readonly amount: number;
  readonly currency: string;
  refunded: number;
  disputed: number;
}

export const newState = (path: Path, amount: number, currency: string): State => ({
  path,
  status: 'created',
  cartVersion: 1,
  amount,
  currency,
  final: [amount, currency],
  deadlinePassed: false,
  // Before it is reserved.
  attempts: [newAttempt(1, 'payment_intent')],
  completed: null,
  openConflict: false,
  resolvedAs: null,
  payments: [],
  subscriptions: {},
  events: ['proxy_session.created'],
  provider: {},
});

export const newAttempt = (number: number, path: Path): Attempt => ({
  number,
  path,
  status: 'unreserved',
  reason: null,
  version: 1,
  fingerprint: null,
  reservedCart: 1,
  subtotal: null,
  basis: null,
  root: null,
  rootRead: false,
  confirmed: null,
  paidThrough: null,
});

export const current = (state: State): Attempt => {
  const last = state.attempts.at(-1);
  if (!last) throw new Error('a session has an attempt from its birth');
  return last;
};

export const getAttempt = (state: State, number: number): Attempt => {
  const found = state.attempts[number - 1];
  if (!found) throw new Error(`there is no attempt ${number}`);
  return found;
};

/** The attempt of an object: the one that it is bound to, or else the one that its metadata names. */
export function findAttempt(state: State, id: string): Attempt | null {
  const bound = state.attempts.find(({ root }) => root === id);
  const named = state.provider[id]?.attempt;
  return bound ?? (typeof named === 'number' ? getAttempt(state, named) : null);
}

/** Whether the provider refused to create an object for the current cart. */
export const isCartRefused = (state: State, attempt: Attempt): boolean =>
  attempt.status === 'failed' &&
  attempt.root === null &&
  attempt.reservedCart === state.cartVersion;

/** The first object that could be an attempt's root object. */
export const findCandidate = (state: State, { number, path }: Attempt): string | null =>
  Object.entries(state.provider).find(
    ([, { attempt, kind }]) => attempt === number && kind === rootKind[path],
  )?.[0] ?? null;

export const endedWithoutMoney: readonly string[] = ['failed', 'canceled', 'expired'];

const finished = ['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'];
export const isUnfinished = ({ status }: Attempt): boolean => !finished.includes(status);

/** Whether the merchant has reported the fulfillment. */
export const isFulfilled = ({ status }: State): boolean =>
  status === 'provisioned' || status === 'provisioning_failed';

const openStatuses = ['created', 'payer_handoff_pending', 'payer_opened'];
export const isOpen = (state: State): boolean => openStatuses.includes(state.status);

export const isPayable = (state: State): boolean =>
  isOpen(state) || state.status === 'payment_processing';

export function setSessionStatus(state: State, status: string, event: string | null): void {
  state.status = status;
  if (event) state.events.push(`proxy_session.${event}`);
}

export function setAttemptStatus(
  state: State,
  attempt: Attempt,
  status: string,
  event: string | null,
): void {
  attempt.status = status;
  attempt.reason = null;
  attempt.version += 1;
  if (event) state.events.push(`acquisition_attempt.${event}`);
}

/** Sets the merchandise subtotal of the current cart. */
export function setSubtotal(state: State, attempt: Attempt, subtotal: number | null): void {
  const before = JSON.stringify([attempt.subtotal, attempt.basis]);
  attempt.subtotal = subtotal;
  if (attempt.path === 'direct_subscription') {
    const source = subtotal === null ? 'session_amount' : 'merchandise_subtotal';
    attempt.basis = [source, state.currency, subtotal ?? state.amount];
  }
  if (JSON.stringify([attempt.subtotal, attempt.basis]) !== before) attempt.version += 1;
}
