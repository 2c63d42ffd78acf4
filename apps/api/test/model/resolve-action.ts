import { hex } from '../api.ts';
import type { Action } from './actions.ts';
import {
  canBecome,
  hasTaken,
  type NamedAttempt,
  newObject,
  type ObjectKind,
  type ProviderObject,
  type ProviderStatus,
  rootKind,
} from './provider-objects.ts';
import type { Request } from './request.ts';
import {
  type Attempt,
  current,
  endedWithoutMoney,
  findAttempt,
  findCandidate,
  isOpen,
  isUnfinished,
  type State,
} from './state.ts';

/** The request of an action in a state. Null if the action does not apply. */
export function resolve(action: Action, state: State, sessionKey: string): Request | null {
  const attempt = current(state);
  const version = (right: boolean) => (right ? attempt.version : attempt.version + 1);
  const charge = { amount: state.amount, currency: state.currency };
  switch (action.do) {
    case 'cart':
      return {
        kind: 'cart',
        amount: action.amount,
        currency: action.usd ? 'usd' : 'eur',
        expected: action.current ? state.cartVersion : state.cartVersion + 1,
      };
    case 'reserve':
      return { kind: 'reserve', fingerprint: hex(action.fingerprint), subtotal: action.subtotal };
    case 'attach':
      return {
        kind: 'attach',
        attempt: attempt.number,
        path: attempt.path,
        ...attachable(action.object, state, sessionKey),
        currency: state.currency,
        expected: version(action.current),
        confirmation: action.evidence && {
          ...charge,
          cartVersion: state.cartVersion,
          evidence: hex(action.evidence),
        },
      };
    case 'confirm':
      return {
        kind: 'confirm',
        attempt: attempt.number,
        expected: version(action.current),
        confirmation: {
          currency: state.currency,
          amount: action.charge ? state.amount : state.amount + 1,
          cartVersion: action.cart ? state.cartVersion : state.cartVersion + 1,
          evidence: hex(action.evidence),
        },
      };
    case 'supersede':
      return {
        kind: 'supersede',
        attempt: attempt.number,
        expected: version(action.current),
        fingerprint: hex('b'),
      };
    case 'resolve':
      return { kind: 'resolve', resolution: action.resolution };
    case 'provider':
      return fact(action, state, sessionKey);
    case 'foreign':
      return foreign(action, state, sessionKey);
    case 'refund':
    case 'dispute':
      return returned(action, state);
    case 'check':
      if (attempt.root === null) return null;
      return { kind: 'check', due: !attempt.rootRead && isUnfinished(attempt) };
    case 'keys_expire':
      return attempt.status === 'reserved' ? { kind: 'keys_expire' } : null;
    case 'free_cart': {
      const oneTime = attempt.path !== 'direct_subscription';
      return isOpen(state) && state.amount === 0 && oneTime ? { kind: 'free_cart' } : null;
    }
    case 'refused_cart':
      return isOpen(state) && state.amount > 0 && createsObject(state, attempt)
        ? { kind: 'refused_cart' }
        : null;
    default:
      return { kind: action.do };
  }
}

/** Whether the payer page creates an object. That of a subscription needs another cart. */
function createsObject(state: State, attempt: Attempt): boolean {
  if (attempt.path === 'direct_subscription') return false;
  if (endedWithoutMoney.includes(attempt.status)) return true;
  const isWithoutObject = attempt.root === null && findCandidate(state, attempt) === null;
  return isWithoutObject && ['unreserved', 'reserved'].includes(attempt.status);
}

const prefixes: Readonly<Record<ObjectKind, string>> = {
  payment_intent: 'pi',
  'checkout.session': 'cs',
  subscription: 'sub',
};

/** Objects that do not have the type of the attempt's root object. */
const otherKinds: Readonly<Record<string, ObjectKind>> = {
  extra: 'payment_intent',
  subscription: 'subscription',
};

const getKind = ({ path }: Attempt, name: string): ObjectKind => otherKinds[name] ?? rootKind[path];

const objectId = (sessionKey: string, attempt: Attempt, name: string): string =>
  `${prefixes[getKind(attempt, name)]}_${sessionKey}_${attempt.number}_${name}`;

function attachable(
  name: Extract<Action, { do: 'attach' }>['object'],
  state: State,
  sessionKey: string,
): { object: string; names: NamedAttempt } {
  const attempt = current(state);
  if (name === 'earlier') {
    const named = state.attempts.at(-2) ?? attempt;
    return { object: objectId(sessionKey, named, 'own'), names: named.number };
  }
  const object = objectId(sessionKey, attempt, name);
  if (name === 'another_session') return { object, names: 'another_session' };
  return { object, names: name === 'no_metadata' ? null : attempt.number };
}

/** A foreign object takes any amount. */
function foreign(
  { object: kind, status, refund }: Extract<Action, { do: 'foreign' }>,
  state: State,
  sessionKey: string,
): Request {
  const object = `${prefixes[kind]}_${sessionKey}_foreign`;
  const before = state.provider[object] ?? newObject(kind, null, state.currency);
  const taken = status === 'succeeded' ? state.amount + 1 : 0;
  const changed = canBecome(before, status) ? { ...before, status, taken } : before;
  const isRefund = refund && changed.taken > 0;
  const now = isRefund ? { ...changed, refunded: changed.taken } : changed;
  return { kind: 'foreign', object, now, about: isRefund ? 'refund' : 'object' };
}

/** An object that cannot change so does not change; only its event is sent again. */
function fact(
  action: Extract<Action, { do: 'provider' }>,
  state: State,
  sessionKey: string,
): Request | null {
  const attempt = action.superseded ? state.attempts.at(-2) : current(state);
  if (!attempt || attempt.fingerprint === null) return null;
  const root = action.object === 'root';
  const id = root ? attempt.root : objectId(sessionKey, attempt, action.object);
  if (id === null) return null;
  const kind = getKind(attempt, action.object);
  const object = state.provider[id] ?? newObject(kind, attempt.number, state.currency);
  const next = getStatus(kind, action, state);
  const now = canBecome(object, next) ? { ...object, ...change(next, action, state) } : object;
  return { kind: 'fact', object: id, now, silent: action.silent };
}

/** Zero can be no payment, and objects of different kinds end in different ways. */
function getStatus(
  kind: ObjectKind,
  { status, exact }: Extract<Action, { do: 'provider' }>,
  state: State,
): ProviderStatus {
  if (kind === 'payment_intent') return status;
  if (status === 'canceled') return 'expired';
  return status === 'succeeded' && exact && state.final[0] === 0 ? 'free' : status;
}

function change(
  status: ProviderStatus,
  { exact }: Extract<Action, { do: 'provider' }>,
  { final: [amount] }: State,
): Partial<ProviderObject> {
  if (!hasTaken(status)) return { status };
  return { status, taken: exact && amount > 0 ? amount : amount + 1 };
}

/** A refund or dispute of the first or last payment of the session. */
function returned(
  { do: kind, last, whole, silent }: Extract<Action, { do: 'refund' | 'dispute' }>,
  state: State,
): Request | null {
  const taken = Object.entries(state.provider).filter(([id]) => isReturnable(state, id));
  const found = taken.at(last ? -1 : 0);
  if (!found) return null;
  const [object, before] = found;
  if (kind === 'dispute') {
    return { kind, object, now: { ...before, disputed: before.taken }, silent };
  }
  const refunded = whole ? before.taken : Math.min(before.refunded + 1, before.taken);
  return { kind, object, now: { ...before, refunded }, silent };
}

/** Whether an event about a refund of an object's payment can be matched with an attempt. */
function isReturnable(state: State, id: string): boolean {
  const object = state.provider[id];
  if (!object || !hasTaken(object.status) || !findAttempt(state, id)) return false;
  if (state.payments.some(({ root }) => root === id)) return true;
  const isRoot = state.attempts.some(({ root }) => root === id);
  return object.status === 'succeeded' && (isRoot || object.kind === 'payment_intent');
}
