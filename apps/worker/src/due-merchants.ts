import { type DueKind, type DueMerchant, dueKinds } from '@parley/db';

/** Merchants that have due work of one kind and that no round has taken. */
export class DueMerchants {
  #merchants = new Map<string, DueMerchant>();
  #notify = () => {};

  add(merchants: readonly DueMerchant[]): void {
    for (const merchant of merchants) this.#merchants.set(merchant.id, merchant);
    if (this.#merchants.size > 0) this.#notify();
  }

  has(merchant: DueMerchant): boolean {
    return this.#merchants.has(merchant.id);
  }

  /** Removes merchants and returns them, those that were added first before others. */
  take(most = Number.POSITIVE_INFINITY): DueMerchant[] {
    const merchants = [...this.#merchants.values()].slice(0, most);
    for (const { id } of merchants) this.#merchants.delete(id);
    return merchants;
  }

  /** Resolves when there are merchants or the signal aborts. For one caller at a time. */
  async wait(signal: AbortSignal): Promise<void> {
    if (this.#merchants.size > 0 || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    this.#notify = end;
    signal.addEventListener('abort', end, { once: true });
    await promise;
    // The signal outlives the wait: it must not collect a listener of each.
    signal.removeEventListener('abort', end);
    this.#notify = () => {};
  }
}

/** What a worker has found to do, by kind. */
export type DueWork = Readonly<Record<DueKind, DueMerchants>>;

export const createDueWork = (): DueWork =>
  Object.fromEntries(dueKinds.map((kind) => [kind, new DueMerchants()])) as DueWork;
