import { call, createSession, type Kind, type Refusal } from '../kind.ts';

interface State {
  readonly version: number;
  /** Different for each cart. */
  readonly amount: number;
}

type Input =
  | { readonly do: 'replace'; readonly expected: number; readonly amount: number }
  | { readonly do: 'read'; readonly view: 'merchant' | 'payer' };

interface Output {
  /** Undefined in the payer's view. */
  readonly version?: number;
  readonly amount: number;
  /** The amount in the snapshot of the cart; undefined in the payer's view. */
  readonly snapshot?: number;
}

const isSame = (actual: number | undefined, expected: number) =>
  actual === undefined || actual === expected;

/** The cart of a session: replaced with an expected version, and read in two views. */
export const cart: Kind<State, Input, Output | Refusal> = {
  name: 'cart',
  operationsPerObject: 200,
  model: {
    changesNothing: (input, output) => input.do === 'read' || 'code' in output,
    step(state, input, output) {
      const isReplaced = input.do === 'replace' && input.expected === state.version;
      const after = isReplaced ? { version: state.version + 1, amount: input.amount } : state;
      if (output === null) return [after];
      if ('code' in output) {
        const isRefused = input.do === 'replace' && !isReplaced;
        const isExpected = output.code === 'cart_version_conflict';
        return isRefused && isExpected && isSame(output.current, state.version) ? [state] : [];
      }
      if (input.do === 'replace' && !isReplaced) return [];
      const { version, amount, snapshot } = output;
      const isRight = amount === after.amount && isSame(snapshot, after.amount);
      return isRight && isSame(version, after.version) ? [after] : [];
    },
  },
  async createSubject(product) {
    let amount = 1_000;
    const { secretKey, path } = await createSession(product, amount);
    return {
      initial: { version: 1, amount },
      secretKey,
      final: { do: 'read', view: 'merchant' },
      choose(random, last) {
        if (random.chance(0.5)) return { do: 'read', view: random.pick(['merchant', 'payer']) };
        const known = last && ('code' in last ? last.current : last.version);
        const expected = (known ?? 1) + (random.chance(0.05) ? 1 : 0);
        amount += 1;
        return { do: 'replace', expected, amount };
      },
      execute(input, send) {
        if (input.do === 'read') {
          const suffix = input.view === 'merchant' ? '/merchant' : '';
          return call(send, { method: 'GET', path: `${path}${suffix}` }, (body) => ({
            version: body.cart_version,
            amount: body.requested.amount_minor,
            snapshot: body.cart_snapshot?.amount,
          }));
        }
        const body = {
          amount_minor: input.amount,
          currency: 'eur',
          cart_snapshot: { amount: input.amount },
          expected_cart_version: input.expected,
        };
        return call(send, { method: 'PUT', path: `${path}/cart`, body }, (replaced) => ({
          version: replaced.cart_version,
          amount: replaced.amount_minor,
          snapshot: replaced.cart_snapshot.amount,
        }));
      },
    };
  },
};
