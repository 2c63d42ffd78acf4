/** Requests that may be in flight at once; whoever asks first is served first. */
export class Slots {
  #free: number;
  #waiting: (() => void)[] = [];
  #closed = false;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves once there is one to be used, which `give` ends; or once they are closed. */
  take(): Promise<void> | undefined {
    if (this.#closed || this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((served) => {
      this.#waiting.push(served);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** Lets everybody go who waits: nothing will be sent any more. */
  close(): void {
    this.#closed = true;
    for (const served of this.#waiting) served();
    this.#waiting = [];
  }
}
