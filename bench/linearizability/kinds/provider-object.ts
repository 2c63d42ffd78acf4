import { call, createSession, type Kind, type Refusal } from '../kind.ts';

/** The number of attempts that the object is offered to. */
const ATTEMPTS = 4;

interface State {
  /** The number of the attempt that has the object; null while none has it. */
  readonly holder: number | null;
}

interface Input {
  readonly do: 'attach' | 'read';
  /** The number of the attempt. */
  readonly to: number;
}

interface Output {
  readonly isAttached: boolean;
}

/** A provider object that clients attach to several attempts: one gets it, and the others are refused. */
export const providerObject: Kind<State, Input, Output | Refusal> = {
  name: 'provider object',
  operationsPerObject: 5,
  model: {
    changesNothing: (input, output) => input.do === 'read' || 'code' in output,
    step(state, input, output) {
      if (input.do === 'read') {
        const isRight =
          output && 'isAttached' in output && output.isAttached === (state.holder === input.to);
        return output === null || isRight ? [state] : [];
      }
      if (state.holder !== null && state.holder !== input.to) {
        const isRefused = output && 'code' in output && output.code === 'provider_object_conflict';
        return output === null || isRefused ? [state] : [];
      }
      return output === null || 'isAttached' in output ? [{ holder: input.to }] : [];
    },
  },
  async createSubject(product) {
    const first = await createSession(product, 4_200);
    const { secretKey } = first;
    const paths: { list: string; id: string; version: number }[] = [];
    for (let index = 0; index < ATTEMPTS; index++) {
      const list = `${await createPath(index)}/acquisition_attempts`;
      const body = {
        commercial_mode: 'one_time',
        integration_path: 'payment_intent',
        pricing_mode: 'fixed',
        provider_options_fingerprint: 'a'.repeat(64),
      };
      const reserved = await product.prepare(secretKey, { method: 'POST', path: list, body });
      const { id, version } = reserved.acquisition_attempt;
      paths.push({ list, id, version });
    }
    const objectId = `pi_${first.path.slice(first.path.lastIndexOf('_') + 1)}`;

    async function createPath(index: number): Promise<string> {
      if (index === 0) return first.path;
      const body = {
        amount_minor: 4_200,
        currency: 'eur',
        buyer_reference: 'customer_8412',
        cart_snapshot: {},
      };
      const request = { method: 'POST', path: '/proxy_sessions', body } as const;
      return `/proxy_sessions/${(await product.prepare(secretKey, request)).id}`;
    }

    return {
      initial: { holder: null },
      secretKey,
      final: { do: 'read', to: 0 },
      choose: (random) => ({
        do: random.pick(['attach', 'attach', 'read']),
        to: random.below(ATTEMPTS),
      }),
      execute(input, send) {
        const { list, id, version } = paths[input.to] as (typeof paths)[number];
        // biome-ignore lint/suspicious/noExplicitAny: a response of the API
        const read = (shown: any): Output => ({
          isAttached: shown.provider_root_object_id === objectId,
        });
        if (input.do === 'read') {
          return call(send, { method: 'GET', path: list }, ({ data }) => read(data[0]));
        }
        const body = {
          expected_version: version,
          role: 'root',
          object_type: 'payment_intent',
          object_id: objectId,
        };
        return call(send, { method: 'POST', path: `${list}/${id}/provider_objects`, body }, read);
      },
    };
  },
};
