/** The state of a session, written from the specification and not from the code. */
export interface State {
  status: string;
  cartVersion: number;
  amount: number;
  currency: string;
  /** The charge that binds the payer, or that was taken. */
  final: number;
  deadlinePassed: boolean;
  /** By number, the current one last. */
  attempts: Attempt[];
  /** Number of the attempt that took the money. */
  completed: number | null;
  /** Types of all events so far. */
  events: string[];
  /** The objects at the provider, by id. */
  provider: Record<string, ProviderObject>;
}

export interface Attempt {
  number: number;
  status: string;
  reason: string | null;
  version: number;
  /** What it was reserved with; null before. */
  fingerprint: string | null;
  root: string | null;
  confirmed: Confirmation | null;
}

export interface Confirmation {
  cartVersion: number;
  amount: number;
  currency: string;
  evidence: string;
}

export type ProviderStatus =
  | 'waiting'
  | 'declined'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export interface ProviderObject {
  status: ProviderStatus;
  taken: number;
}

/** A command with every value it sends. */
export type Request =
  | { kind: 'handoff' }
  | { kind: 'open' }
  | { kind: 'cart'; amount: number; currency: string; expected: number }
  | { kind: 'reserve'; fingerprint: string }
  | {
      kind: 'attach';
      attempt: number;
      object: string;
      expected: number;
      confirmation: Confirmation | null;
    }
  | { kind: 'confirm'; attempt: number; expected: number; confirmation: Confirmation }
  | { kind: 'supersede'; attempt: number; expected: number; fingerprint: string }
  | { kind: 'cancel' }
  | { kind: 'resolve'; resolution: 'accept' | 'refunded' }
  | { kind: 'provisioned' }
  | { kind: 'provisioning_failed' }
  /** The provider object changes and an event reports it, unless the event is lost. */
  | { kind: 'fact'; object: string; now: ProviderObject; currency: string; silent: boolean }
  | { kind: 'deadline' };

/** Success, or a rejection with any one of these codes. */
export type Expected = { ok: true } | { ok: false; codes: ReadonlySet<string> };

export const newState = (amount: number, currency: string): State => ({
  status: 'created',
  cartVersion: 1,
  amount,
  currency,
  final: amount,
  deadlinePassed: false,
  attempts: [newAttempt(1, 'unreserved', null)],
  completed: null,
  events: ['proxy_session.created'],
  provider: {},
});

export const newAttempt = (
  number: number,
  status: string,
  fingerprint: string | null,
): Attempt => ({
  number,
  status,
  reason: null,
  version: 1,
  fingerprint,
  root: null,
  confirmed: null,
});

export const current = (state: State): Attempt => {
  const last = state.attempts.at(-1);
  if (!last) throw new Error('a session has an attempt from its birth');
  return last;
};

/** A payment that is processing or succeeded cannot be canceled. */
export const canBeCanceled = (status: ProviderStatus): boolean =>
  status === 'waiting' || status === 'declined' || status === 'requires_action';

const openStatuses = ['created', 'payer_handoff_pending', 'payer_opened'];
export const isOpen = (state: State): boolean => openStatuses.includes(state.status);

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
