import { call, type Kind, type Refusal } from '../kind.ts';

interface State {
  readonly status: 'active' | 'inactive' | 'archived';
  readonly url: string;
  /** When the previous secret expires, different for each rotation; null without one. */
  readonly expires: string | null;
  /** The secrets, newest first. Undefined for one that no response has shown. */
  readonly secrets: readonly (string | undefined)[];
}

type Input =
  | { readonly do: 'read' | 'revoke_previous_secret' | 'archive' | 'secrets' }
  | { readonly do: 'rotate'; readonly expires: string }
  | { readonly do: 'update'; readonly url: string }
  | { readonly do: 'update'; readonly status: 'active' | 'inactive' };

interface Output {
  readonly status?: string;
  readonly url?: string;
  readonly expires?: string | null;
  /** The new secret of a rotation, or the secrets that sign, newest first. */
  readonly secrets?: readonly string[];
}

const isRead = ({ do: name }: Input) => name === 'read' || name === 'secrets';

/** The state after an operation, or the code with which it is refused. */
function apply(state: State, input: Input, secret: string | undefined): State | string {
  if (isRead(input)) return state;
  const withoutPrevious = { ...state, expires: null, secrets: state.secrets.slice(0, 1) };
  if (input.do === 'archive') return { ...withoutPrevious, status: 'archived' };
  if (state.status === 'archived') return 'endpoint_archived';
  if (input.do === 'revoke_previous_secret') return withoutPrevious;
  if (input.do === 'rotate') {
    const { expires } = input;
    return { ...state, expires, secrets: [secret, ...state.secrets.slice(0, 1)] };
  }
  const { do: _, ...changed } = input as Extract<Input, { do: 'update' }>;
  return { ...state, ...changed };
}

/** A webhook endpoint: its secret rotated and revoked, its fields changed, and finally its secrets read. */
export const webhookEndpoint: Kind<State, Input, Output | Refusal> = {
  name: 'webhook endpoint',
  operationsPerObject: 50,
  model: {
    changesNothing: (input, output) => isRead(input) || 'code' in output,
    step(state, input, output) {
      const isRefusal = output !== null && 'code' in output;
      const rotated =
        input.do === 'rotate' && output && !isRefusal ? output.secrets?.[0] : undefined;
      const after = apply(state, input, rotated);
      if (typeof after === 'string') {
        return output === null || (isRefusal && output.code === after) ? [state] : [];
      }
      if (output === null) return [after];
      if (isRefusal) return [];
      const { status = after.status, url = after.url, expires = after.expires, secrets } = output;
      const isRight = status === after.status && url === after.url && expires === after.expires;
      const shown = input.do === 'secrets' ? secrets : undefined;
      const hasSecrets =
        !shown ||
        (shown.length === after.secrets.length &&
          after.secrets.every((secret, index) => (secret ?? shown[index]) === shown[index]));
      return isRight && hasSecrets ? [after] : [];
    },
  },
  async createSubject({ addMerchant, prepare, database }) {
    const { secretKey, merchantId } = await addMerchant();
    const url = 'https://shop.example/0';
    const request = { method: 'POST', path: '/webhook_endpoints', body: { url } } as const;
    const { id } = (await prepare(secretKey, request)).webhook_endpoint;
    const path = `/webhook_endpoints/${id}`;
    let changes = 0;
    // biome-ignore lint/suspicious/noExplicitAny: a response of the API
    const readEndpoint = ({ webhook_endpoint: shown }: any): Output => ({
      status: shown.status,
      url: shown.url,
      expires: shown.previous_signing_secret_expires_at,
    });
    return {
      initial: { status: 'active', url, expires: null, secrets: [undefined] },
      secretKey,
      final: { do: 'secrets' },
      choose(random) {
        changes += 1;
        if (random.chance(0.4)) return { do: 'read' };
        if (random.chance(0.004)) return { do: 'archive' };
        if (random.chance(0.4)) {
          return { do: 'rotate', expires: new Date(Date.UTC(2090, 0) + changes).toISOString() };
        }
        if (random.chance(0.3)) return { do: 'revoke_previous_secret' };
        if (random.chance(0.5)) return { do: 'update', url: `https://shop.example/${changes}` };
        return { do: 'update', status: random.pick(['active', 'inactive']) };
      },
      async execute(input, send) {
        if (input.do === 'secrets') {
          const { webhookEndpoints } = database.forScope({ merchantId, mode: 'test' });
          const opened = await webhookEndpoints.openSecrets([id]);
          return { secrets: opened.get(id)?.secrets ?? [] };
        }
        if (input.do === 'read') return call(send, { method: 'GET', path }, readEndpoint);
        if (input.do === 'update') {
          const { do: _, ...body } = input;
          return call(send, { method: 'PATCH', path, body }, readEndpoint);
        }
        if (input.do === 'rotate') {
          const body = { previous_signing_secret_expires_at: input.expires };
          const rotate = { method: 'POST', path: `${path}/rotate_secret`, body } as const;
          return call(send, rotate, (rotated) => ({
            ...readEndpoint(rotated),
            secrets: [rotated.signing_secret],
          }));
        }
        return call(send, { method: 'POST', path: `${path}/${input.do}` }, readEndpoint);
      },
    };
  },
};
