import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './client.ts';
import type { Scope } from './merchants.ts';

const EVERY_MS = 150;
const TIMEOUT_MS = 2_000;

/** A request of a probe that succeeded or failed, on the clock of `performance.now()`. */
interface Probe {
  readonly target: string;
  readonly kind: 'create' | 'read';
  readonly startedAt: number;
  readonly endedAt: number;
  readonly ok: boolean;
}

/** Requests that are sent to each API process all the time and never repeated. */
export interface Probes {
  readonly results: readonly Probe[];
  /** The sessions whose creation was acknowledged. */
  readonly created: readonly string[];
  /**
   * Waits until a create and a read that began after a time have succeeded at each target. Returns the
   * milliseconds until the first of each, of the slowest target; null after a time-out.
   */
  waitForRecovery(since: number, targets: readonly string[], timeoutMs: number): Promise<Recovery>;
  stop(): Promise<void>;
}

/** Milliseconds from the end of a fault to the first success; null if there was none in time. */
export interface Recovery {
  readonly createMs: number | null;
  readonly readMs: number | null;
}

/** Starts the probes. */
export function startProbes(scope: Scope, targets: readonly Target[]): Probes {
  const results: Probe[] = [];
  const created: string[] = [];
  let isStopping = false;

  async function send(target: Target, kind: Probe['kind'], id: string | undefined) {
    const startedAt = performance.now();
    const path = kind === 'create' ? '/v1/proxy_sessions' : `/v1/proxy_sessions/${id}/merchant`;
    const response = await fetch(`${target.url}${path}`, {
      method: kind === 'create' ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${scope.secretKey}`,
        ...(kind === 'create' ? { 'content-type': 'application/json' } : {}),
      },
      ...(kind === 'create'
        ? {
            body: JSON.stringify({
              amount_minor: 100,
              currency: 'eur',
              buyer_reference: 'probe',
              cart_snapshot: {},
            }),
          }
        : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (one) => ({ ok: one.ok, body: (await one.json()) as { id?: string } }))
      .catch(() => null);
    const ok = response?.ok ?? false;
    results.push({ target: target.name, kind, startedAt, endedAt: performance.now(), ok });
    return ok ? response?.body.id : undefined;
  }

  const running = targets.map(async (target) => {
    let last: string | undefined;
    while (!isStopping) {
      const id = await send(target, 'create', undefined);
      if (id !== undefined) {
        created.push(id);
        last = id;
      }
      if (last !== undefined) await send(target, 'read', last);
      await delay(EVERY_MS);
    }
  });

  function findFirst(since: number, target: string, kind: Probe['kind']): number | null {
    const found = results.find(
      (one) => one.ok && one.target === target && one.kind === kind && one.startedAt >= since,
    );
    return found ? found.endedAt - since : null;
  }

  return {
    results,
    created,
    async waitForRecovery(since, names, timeoutMs) {
      const slowest = (kind: Probe['kind']) => {
        if (names.length === 0) return 0;
        const all = names.map((name) => findFirst(since, name, kind));
        return all.includes(null) ? null : Math.max(...(all as number[]));
      };
      for (;;) {
        const recovery = { createMs: slowest('create'), readMs: slowest('read') };
        const isComplete = recovery.createMs !== null && recovery.readMs !== null;
        if (isComplete || performance.now() - since > timeoutMs) return recovery;
        await delay(50);
      }
    },
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}
