import { hex } from '../api.ts';
import type { Action } from './actions.ts';
import {
  canBecome,
  newObject,
  type ObjectKind,
  type Path,
  type ProviderObject,
  type ProviderStatus,
  rootKind,
} from './provider-objects.ts';
import type { Request } from './request.ts';
import { type Attempt, current, isOpen, isUnfinished, type State } from './state.ts';

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
        object: objectId(sessionKey, attempt, action.object),
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
    default:
      return { kind: action.do };
  }
}

const prefixes: Readonly<Record<Path, string>> = {
  payment_intent: 'pi',
  checkout_session: 'cs',
  direct_subscription: 'sub',
};

function objectId(sessionKey: string, { path, number }: Attempt, name: string): string {
  return `${name === 'extra' ? 'pi' : prefixes[path]}_${sessionKey}_${number}_${name}`;
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
  const kind = action.object === 'extra' ? 'payment_intent' : rootKind[attempt.path];
  const object = state.provider[id] ?? newObject(kind, attempt.number, state.currency);
  const next = statusOf(kind, action, state);
  const now = canBecome(object, next) ? { ...object, ...change(next, action, state) } : object;
  return { kind: 'fact', object: id, now, silent: action.silent };
}

/** Zero can be no payment, and objects of different kinds end in different ways. */
function statusOf(
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
  if (status !== 'succeeded') return { status };
  return { status, taken: exact && amount > 0 ? amount : amount + 1 };
}

/** A refund or dispute of the first or last payment of the session. */
function returned(
  { do: kind, last, whole }: Extract<Action, { do: 'refund' | 'dispute' }>,
  state: State,
): Request | null {
  const roots = new Set(state.attempts.map(({ root }) => root));
  const taken = Object.entries(state.provider).filter(
    ([id, object]) =>
      object.status === 'succeeded' && (object.kind === 'payment_intent' || roots.has(id)),
  );
  const found = taken.at(last ? -1 : 0);
  if (!found) return null;
  const [object, before] = found;
  if (kind === 'dispute') return { kind, object, now: { ...before, disputed: before.taken } };
  const refunded = whole ? before.taken : Math.min(before.refunded + 1, before.taken);
  return { kind, object, now: { ...before, refunded } };
}
