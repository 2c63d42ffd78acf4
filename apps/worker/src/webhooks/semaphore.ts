/** Limits the requests in flight. Waiting callers are served in order. */
export class Semaphore {
  #permits: number;
  #waiting: (() => void)[] = [];
  #closed = false;

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Resolves when a permit is available or the semaphore is closed. `release` returns the permit. */
  acquire(): Promise<void> | undefined {
    if (this.#closed || this.#permits > 0) {
      this.#permits -= 1;
      return undefined;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#permits += 1;
  }

  /** Resolves every waiting `acquire`, because nothing more will be sent. */
  close(): void {
    this.#closed = true;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }
}
