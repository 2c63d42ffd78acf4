import {
  type AttemptStatus,
  decideAttempt,
  decideSession,
  isUnfinished,
  type SessionCommand,
  type SessionStatus,
} from '@parley/domain';
import { call, createSession, type Kind, type Refusal } from '../kind.ts';

interface State {
  readonly session: SessionStatus;
  readonly attempt: AttemptStatus;
}

/** The commands that the transition table decides alone, by their path. */
const commands = {
  payer_handoff: 'issue_handoff',
  payer_opened: 'open',
  cancel: 'cancel',
  provisioned: 'report_provisioned',
  provisioning_failed: 'report_provisioning_failed',
} as const satisfies Record<string, SessionCommand>;

type Command = keyof typeof commands;

/** A reservation of a cart that costs nothing completes the payment. */
type Input = { readonly do: Command | 'reserve' | 'read' };

interface Output {
  /** Undefined after a reservation. */
  readonly session?: string;
  /** Undefined after a command. */
  readonly attempt?: string;
}

/** The state after a command, or the code with which it is refused. */
function apply(state: State, input: Input['do']): State | string {
  if (input === 'read') return state;
  if (input === 'reserve') {
    // Only open sessions are payable; the others here have ended.
    const result = decideSession(
      { status: state.session, deadlinePassed: false, attemptStatus: state.attempt },
      'receive_nothing_due',
    );
    const reserved = decideAttempt(state.attempt, 'reserve');
    if (result.kind !== 'transition' || reserved.kind !== 'transition' || result.reason) {
      return 'session_state_conflict';
    }
    return { session: result.to, attempt: 'succeeded' };
  }
  const decision = decideSession(
    { status: state.session, deadlinePassed: false, attemptStatus: state.attempt },
    commands[input],
  );
  if (decision.kind === 'refused') return decision.code;
  if (decision.kind === 'unchanged') return state;
  const isCanceled = input === 'cancel' && isUnfinished(state.attempt);
  return { session: decision.to, attempt: isCanceled ? 'canceled' : state.attempt };
}

/** The status of a session that costs nothing: from its creation to its fulfillment or cancellation. */
export const sessionStatus: Kind<State, Input, Output | Refusal> = {
  name: 'session status',
  operationsPerObject: 10,
  model: {
    changesNothing: (input, output) => input.do === 'read' || 'code' in output,
    step(state, input, output) {
      const after = apply(state, input.do);
      if (typeof after === 'string') {
        return output === null || ('code' in output && output.code === after) ? [state] : [];
      }
      if (output === null) return [after];
      if ('code' in output) return [];
      const { session = after.session, attempt = after.attempt } = output;
      return session === after.session && attempt === after.attempt ? [after] : [];
    },
  },
  async createSubject(product) {
    const { secretKey, path } = await createSession(product, 0);
    return {
      initial: { session: 'created', attempt: 'unreserved' },
      secretKey,
      final: { do: 'read' },
      choose: (random) => {
        if (random.chance(0.35)) return { do: 'read' };
        if (random.chance(0.6)) return { do: random.pick(['payer_handoff', 'payer_opened']) };
        return {
          do: random.pick(['cancel', 'reserve', 'reserve', 'provisioned', 'provisioning_failed']),
        };
      },
      execute(input, send) {
        if (input.do === 'read') {
          return call(send, { method: 'GET', path: `${path}/merchant` }, (body) => ({
            session: body.status,
            attempt: body.current_acquisition_attempt.status,
          }));
        }
        if (input.do === 'reserve') {
          const body = {
            commercial_mode: 'one_time',
            integration_path: 'payment_intent',
            pricing_mode: 'fixed',
            provider_options_fingerprint: 'a'.repeat(64),
          };
          const request = { method: 'POST', path: `${path}/acquisition_attempts`, body } as const;
          return call(send, request, ({ acquisition_attempt: attempt }) => ({
            attempt: attempt.status,
          }));
        }
        const body = input.do === 'provisioning_failed' ? { error_message: 'out of stock' } : null;
        const request = { method: 'POST', path: `${path}/${input.do}`, ...(body && { body }) };
        return call(send, request as typeof request & { method: 'POST' }, ({ status }) => ({
          session: status,
        }));
      },
    };
  },
};
