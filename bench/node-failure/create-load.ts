import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { order } from '../harness/order.ts';

const REPEAT_AFTER_MS = 100;
const TIMEOUT_MS = 30_000;
/** The result of a successful request. */
export const CREATED = '201';

/** A request of one client that has ended. */
interface Attempt {
  /** When, on the clock of `performance.now()`. */
  readonly at: number;
  /** The status, with the error code of a refusal, or why there was no response. */
  readonly result: string;
}

export interface Client {
  readonly attempts: readonly Attempt[];
  /** The session of each key whose create was acknowledged. */
  readonly sessions: ReadonlyMap<string, string>;
  /** How many keys received another session when their request was repeated. */
  readonly differing: number;
  /** Ends once the current create is acknowledged. */
  stop(): Promise<void>;
}

interface CreateResponse {
  readonly id?: string;
  readonly error?: { readonly code: string };
}

async function send(apiUrl: string, secretKey: string, key: string) {
  try {
    const response = await fetch(`${apiUrl}/v1/proxy_sessions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { id = null, error } = (await response.json()) as CreateResponse;
    return { result: error ? `${response.status} ${error.code}` : CREATED, id };
  } catch (error) {
    return { result: String(error), id: null };
  }
}

/**
 * Creates one session after another, each with an idempotency key of its own. A request that is not
 * acknowledged is repeated with its key until it is, and every tenth acknowledged one is repeated once.
 */
export function startClient(apiUrl: string, secretKey: string): Client {
  const attempts: Attempt[] = [];
  const sessions = new Map<string, string>();
  const client = { attempts, sessions, differing: 0, stop };
  let stopping = false;

  async function create(key: string): Promise<string | null> {
    const { result, id } = await send(apiUrl, secretKey, key);
    attempts.push({ at: performance.now(), result });
    if (id === null) await delay(REPEAT_AFTER_MS);
    return id;
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const key = randomUUID();
      let id = await create(key);
      while (id === null) id = await create(key);
      sessions.set(key, id);
      if (sessions.size % 10 !== 0) continue;
      const repeated = await create(key);
      if (repeated !== null && repeated !== id) client.differing += 1;
    }
  }

  const running = run();
  async function stop(): Promise<void> {
    stopping = true;
    await running;
  }
  return client;
}
