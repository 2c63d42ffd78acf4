type Action = () => Promise<void>;

const BUSY_RETRY_MS = 100;

/** Ends an action whose payment has ended elsewhere. */
class Interruption extends Error {
  /** What follows the action. */
  readonly next: Action;

  constructor(next: Action) {
    super('the payment has ended elsewhere');
    this.next = next;
  }
}

/** Returns the action that follows instead, if the action is interrupted. */
async function runUntilInterrupted(action: Action): Promise<Action | null> {
  try {
    await action();
    return null;
  } catch (error) {
    if (error instanceof Interruption) return error.next;
    throw error;
  }
}

/** Runs one action at a time: the payer's, or a read of the page in the background. */
export class ActionQueue {
  /** The last revision that the server has reported, until the page shows it or a later one. */
  reported: string | null = null;
  #busy = false;
  /** Whether the action that runs only reads the page, in the background. */
  #isReading = false;
  /** The payer's action during such a read. */
  #queued: Action | null = null;
  /** Ends the action that waits for anything but this service; null if it does not. */
  #interrupt: ((next: Action) => void) | null = null;
  readonly #readReported: Action;

  /** @param readReported updates the page, after an action in which a revision was reported, or while it waits */
  constructor(readReported: Action) {
    this.#readReported = readReported;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Whether the action that runs waits for the payer, a bank, the provider's script or a time. */
  get isWaiting(): boolean {
    return this.#interrupt !== null;
  }

  /** Runs an action, unless another one runs. */
  async run(action: Action): Promise<void> {
    if (this.#busy) return;
    const { reported } = this;
    this.#busy = true;
    try {
      let next: Action | null = action;
      while (next) next = await runUntilInterrupted(next);
    } finally {
      this.#busy = false;
    }
    // A change that was reported before has had its read. If that failed, the next one is not at once.
    if (this.reported !== reported) await this.#readReported();
  }

  /** Runs an action once no other one runs. */
  async runWhenIdle(action: Action, wait: (ms: number) => Promise<void>): Promise<void> {
    while (this.#busy) await wait(BUSY_RETRY_MS);
    await this.run(action);
  }

  /** Runs an action of the payer. One that meets a read in the background follows it. */
  async act(action: Action): Promise<void> {
    if (this.#isReading) this.#queued = action;
    else await this.run(action);
  }

  /** Reads the page as part of the action that runs. Returns the payer's action of that time, too. */
  async read<T>(fetch: () => Promise<T>): Promise<readonly [T, Action | null]> {
    this.#isReading = true;
    const result = await fetch();
    this.#isReading = false;
    const queued = this.#queued;
    this.#queued = null;
    return [result, queued];
  }

  /** Waits, as part of the action that runs, for what can take any time. `interrupt` ends the wait and the action. */
  async waitFor<T>(awaited: Promise<T>): Promise<T> {
    const interrupted = new Promise<never>((_, reject) => {
      this.#interrupt = (next) => reject(new Interruption(next));
    });
    // A change that was reported before can have ended the payment.
    if (this.reported !== null) void this.#readReported();
    try {
      return await Promise.race([awaited, interrupted]);
    } finally {
      this.#interrupt = null;
    }
  }

  /** Ends the action that waits, if one does, and runs the next one instead of it. */
  interrupt(next: Action): void {
    this.#interrupt?.(next);
  }
}
