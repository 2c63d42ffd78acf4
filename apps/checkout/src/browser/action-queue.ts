type Action = () => Promise<void>;

/** Runs one action at a time: the payer's, or a read of the page in the background. */
export class ActionQueue {
  /** The last revision that the server has reported, until the page shows it or a later one. */
  reported: string | null = null;
  #busy = false;
  /** Whether the action that runs only reads the page, in the background. */
  #isReading = false;
  /** The payer's action during such a read. */
  #queued: Action | null = null;
  readonly #readReported: Action;

  /** @param readReported updates the page, after an action in which a revision was reported */
  constructor(readReported: Action) {
    this.#readReported = readReported;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Runs an action, unless another one runs. */
  async run(action: Action): Promise<void> {
    if (this.#busy) return;
    const { reported } = this;
    this.#busy = true;
    try {
      await action();
    } finally {
      this.#busy = false;
    }
    // A change that was reported before has had its read. If that failed, the next one is not at once.
    if (this.reported !== reported) await this.#readReported();
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
}
