import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { order } from '../harness/order.ts';
import { attachRoot, pay, reserve } from '../provider/attempts.ts';
import type { Clients } from '../provider/clients.ts';
import { AMOUNT, integrationPaths } from '../provider/integration-paths.ts';

/** Milliseconds that a client waits between two sessions. */
const THINK_MS = 150;
const TIMEOUT_MS = 30_000;

/** A request that has ended. */
interface SentRequest {
  /** When, on the clock of `performance.now()`. */
  readonly at: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly name: string;
  /** A status, or why there was no response. */
  readonly result: string;
  readonly isFailure: boolean;
}

export interface Load {
  readonly requests: readonly SentRequest[];
  /** The sessions whose creation was acknowledged, and those that were paid at the provider. */
  readonly created: ReadonlySet<string>;
  readonly paid: ReadonlySet<string>;
  /** Ends once the current sessions are complete. */
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly provider: Clients['provider'];
  /** How many clients pay sessions, and how many create them and replace their carts. */
  readonly payers: number;
  readonly creators: number;
}

/** Sends the requests of merchants' servers. No request is repeated: one without success is a failure. */
export function startLoad({ apiUrl, secretKey, provider, payers, creators }: LoadOptions): Load {
  const requests: SentRequest[] = [];
  const [created, paid] = [new Set<string>(), new Set<string>()];
  let stopping = false;

  const api: Clients['api'] = async <Body>(method: string, path: string, body?: object) => {
    const at = performance.now();
    const record = (result: string, isFailure: boolean) => {
      const name = `${method} ${path.replaceAll(/\/(psess|pspacq)_\w+/g, '/…')}`;
      requests.push({ at, duration: performance.now() - at, name, result, isFailure });
    };
    try {
      const response = await fetch(`${apiUrl}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          'idempotency-key': randomUUID(),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const received = (await response.json()) as Body & { error?: { code: string } };
      // A provider event may change an attempt before its object is attached: the client reads it again.
      const isFailure = !response.ok && received.error?.code !== 'attempt_version_conflict';
      record(`${response.status} ${received.error?.code ?? ''}`.trim(), isFailure);
      return { status: response.status, body: received };
    } catch (error) {
      const { cause = '' } = error as Error;
      record(`${error} ${cause}`.trim(), true);
      return { status: 0, body: {} as Body };
    }
  };
  const clients: Clients = { api, provider };

  async function create(): Promise<string | null> {
    const { status, body } = await api<{ id: string }>('POST', '/proxy_sessions', order);
    if (status !== 201 && status !== 200) return null;
    created.add(body.id);
    return body.id;
  }

  async function paySession(): Promise<void> {
    const [path] = integrationPaths;
    const id = await create();
    if (!path || id === null) return;
    const { status, body: reserved } = await reserve(clients, id, path);
    if (status >= 300 || status === 0) return;
    const { acquisition_attempt: attempt, provider: options } = reserved;
    const metadata = { ...options.metadata, sandbox_scenario: 'success' };
    const { root: key } = options.idempotency_keys;
    const root = await path.create(clients, { amountMinor: AMOUNT, metadata, key });
    await attachRoot(clients, id, attempt, { type: path.type, id: root.id });
    await pay(clients, path, root, 'success');
    paid.add(id);
    await api('GET', `/proxy_sessions/${id}/merchant`);
  }

  async function changeSession(): Promise<void> {
    const id = await create();
    if (id === null) return;
    const { amount_minor, currency, cart_snapshot } = order;
    await api('PUT', `/proxy_sessions/${id}/cart`, {
      amount_minor: amount_minor + 100,
      currency,
      cart_snapshot,
      expected_cart_version: 1,
    });
    await api('GET', `/proxy_sessions/${id}/merchant`);
    await api('GET', '/events?limit=5');
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!stopping) {
      await work();
      await delay(THINK_MS);
    }
  }

  const running = Promise.all([
    ...Array.from({ length: payers }, () => repeat(paySession)),
    ...Array.from({ length: creators }, () => repeat(changeSession)),
  ]);
  return {
    requests,
    created,
    paid,
    async stop() {
      stopping = true;
      await running;
    },
  };
}
