import { type AttemptCommand, type AttemptStatus, decideAttempt } from '@parley/domain';
import { call, createSession, type Kind, type Refusal } from '../kind.ts';

interface State {
  readonly status: AttemptStatus;
  readonly version: number;
  readonly fingerprint: string | null;
  readonly root: string | null;
  readonly customer: string | null;
  readonly evidence: string | null;
}

type Input =
  | { readonly do: 'read' }
  | { readonly do: 'reserve'; readonly fingerprint: string }
  | { readonly do: 'root' | 'customer'; readonly id: string; readonly expected: number }
  | { readonly do: 'confirm'; readonly evidence: string; readonly expected: number };

/** The attempt as the response shows it; undefined if a list does not contain it yet. */
type Output = State | 'unreserved' | Refusal;

const AMOUNT = 4_200;
const hex = (digit: string) => digit.repeat(64);

/** The state after an operation, or the code with which it is refused. */
function apply(state: State, input: Input): State | string {
  if (input.do === 'read') return state;
  if (input.do === 'reserve') {
    const isNew = state.status === 'unreserved';
    if (!isNew && state.fingerprint !== input.fingerprint) return 'attempt_options_mismatch';
    return transition(state, 'reserve', { fingerprint: input.fingerprint });
  }
  if (input.do === 'confirm') {
    if (input.expected !== state.version) return 'attempt_version_conflict';
    if (state.status !== 'confirmed') {
      return transition(state, 'confirm_cart', { evidence: input.evidence });
    }
    return state.evidence === input.evidence ? state : 'evidence_conflict';
  }
  const bound = state[input.do];
  if (bound === input.id) return state;
  if (input.expected !== state.version) return 'attempt_version_conflict';
  if (bound !== null) return 'provider_object_conflict';
  if (input.do === 'root') return transition(state, 'attach_root', { root: input.id });
  if (state.status === 'unreserved') return 'session_state_conflict';
  return { ...state, version: state.version + 1, customer: input.id };
}

function transition(state: State, command: AttemptCommand, change: Partial<State>): State | string {
  const decision = decideAttempt(state.status, command);
  if (decision.kind === 'refused') return decision.code;
  if (decision.kind === 'unchanged') return state;
  return { ...state, ...change, status: decision.to, version: state.version + 1 };
}

/** An attempt: reserved or joined, its objects attached, its cart confirmed, each with an expected version. */
export const attempt: Kind<State, Input, Output> = {
  name: 'attempt',
  operationsPerObject: 10,
  model: {
    changesNothing: (input, output) =>
      input.do === 'read' || (output !== 'unreserved' && 'code' in output),
    step(state, input, output) {
      const after = apply(state, input);
      if (typeof after === 'string') {
        if (output === null) return [state];
        if (output === 'unreserved' || !('code' in output) || output.code !== after) return [];
        return (output.current ?? state.version) === state.version ? [state] : [];
      }
      if (output === null) return [after];
      if (output === 'unreserved') return after.status === 'unreserved' ? [after] : [];
      if ('code' in output) return [];
      const names = Object.keys(after) as (keyof State)[];
      return names.every((name) => output[name] === after[name]) ? [after] : [];
    },
  },
  async createSubject(product) {
    const { secretKey, path } = await createSession(product, AMOUNT);
    const view = await product.prepare(secretKey, { method: 'GET', path: `${path}/merchant` });
    const session = path.slice(path.lastIndexOf('_') + 1);
    const attempts = `${path}/acquisition_attempts`;
    const one = `${attempts}/${view.current_acquisition_attempt.id}`;
    // biome-ignore lint/suspicious/noExplicitAny: a response of the API
    const readAttempt = (shown: any): State => ({
      status: shown.status,
      version: shown.version,
      fingerprint: shown.provider_options_fingerprint,
      root: shown.provider_root_object_id,
      customer: shown.provider_customer_id,
      evidence: shown.provider_confirmed_evidence_sha256,
    });
    const write = (at: string, given: object) =>
      ({ method: 'POST', path: at, body: given }) as const;
    return {
      initial: {
        status: 'unreserved',
        version: 1,
        fingerprint: null,
        root: null,
        customer: null,
        evidence: null,
      },
      secretKey,
      final: { do: 'read' },
      choose(random, last) {
        const kind = random.pick([
          'read',
          'reserve',
          'root',
          'customer',
          'confirm',
          'confirm',
        ] as const);
        if (kind === 'read') return { do: kind };
        if (kind === 'reserve') return { do: kind, fingerprint: hex(random.pick(['a', 'a', 'b'])) };
        const known =
          typeof last === 'object' ? ('code' in last ? last.current : last.version) : undefined;
        const expected = known ?? 1 + random.below(3);
        if (kind === 'confirm')
          return { do: kind, evidence: hex(random.pick(['c', 'd'])), expected };
        const prefix = kind === 'root' ? 'pi' : 'cus';
        return { do: kind, id: `${prefix}_${random.below(2)}${session}`, expected };
      },
      execute(input, send) {
        if (input.do === 'read') {
          return call(send, { method: 'GET', path: attempts }, ({ data }) =>
            data.length > 0 ? readAttempt(data[0]) : 'unreserved',
          );
        }
        if (input.do === 'reserve') {
          const given = {
            commercial_mode: 'one_time',
            integration_path: 'payment_intent',
            pricing_mode: 'fixed',
            provider_options_fingerprint: input.fingerprint,
          };
          return call(send, write(attempts, given), (reserved) =>
            readAttempt(reserved.acquisition_attempt),
          );
        }
        if (input.do === 'confirm') {
          const given = {
            expected_version: input.expected,
            cart_version: 1,
            amount_minor: AMOUNT,
            currency: 'eur',
            evidence_sha256: input.evidence,
          };
          return call(send, write(`${one}/provider_cart`, given), readAttempt);
        }
        const given = {
          expected_version: input.expected,
          role: input.do,
          object_type: input.do === 'root' ? 'payment_intent' : 'customer',
          object_id: input.id,
        };
        return call(send, write(`${one}/provider_objects`, given), readAttempt);
      },
    };
  },
};
