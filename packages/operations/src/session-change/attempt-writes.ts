import type { AttemptRecord, RowWrite } from '@parley/db';

/** The attempts that a change of a session inserts or updates, each as it is stored and as it becomes. */
export class AttemptWrites {
  /** Attempts to be inserted are missing. */
  readonly #stored = new Map<string, AttemptRecord>();
  readonly #written = new Map<string, AttemptRecord>();

  get isEmpty(): boolean {
    return this.#written.size === 0;
  }

  /** Inserts an attempt. */
  add(attempt: AttemptRecord): void {
    this.#written.set(attempt.id, attempt);
  }

  /** @param before the attempt after the changes so far */
  change(before: AttemptRecord, after: AttemptRecord): void {
    if (!this.#written.has(before.id)) this.#stored.set(before.id, before);
    this.#written.set(after.id, after);
  }

  /** An attempt after the changes so far. */
  latest(attempt: AttemptRecord): AttemptRecord {
    return this.#written.get(attempt.id) ?? attempt;
  }

  /** A changed attempt as it is stored; undefined for one to be inserted. */
  findStored(id: string): AttemptRecord | undefined {
    return this.#stored.get(id);
  }

  collect(): RowWrite<AttemptRecord>[] {
    return [...this.#written.values()].map((after) => ({
      before: this.#stored.get(after.id) ?? null,
      after,
    }));
  }
}
