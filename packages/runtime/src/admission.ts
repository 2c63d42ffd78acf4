import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@parley/domain';
import { aroundCalls, type ConnectProvider } from '@parley/provider';
import { type AdmissionQueueOptions, createAdmissionQueue } from './admission-queue.ts';

/** The refusal of a request because the process has more work than it can do in time. */
export class OverloadError extends DomainError {
  constructor(message = 'The service is overloaded. Try again shortly.') {
    super('service_unavailable', message, { retryAfterSeconds: 1 });
  }
}

/** Whether an error, or what caused it, is the refusal of a request during an overload. */
export function isOverloadError(error: unknown): boolean {
  return error instanceof OverloadError || (error instanceof Error && isOverloadError(error.cause));
}

/** Decides when the work of a request begins. */
export interface Admission {
  /**
   * Runs `work` when a slot is free.
   * @param flow the requests that share the slots equally with those of any other flow
   * @throws OverloadError if that takes too long; `work` has not begun then
   */
  run<T>(flow: string, work: () => Promise<T>): Promise<T>;
  /** Whether `run` would refuse at once. Callers check it before they read a request's body. */
  isFull(flow: string): boolean;
  /**
   * A connector whose calls do not hold a slot: a slow provider must not stop other requests. A call
   * throws OverloadError instead if too many requests of its flow wait for the provider.
   */
  provider(connect: ConnectProvider): ConnectProvider;
  /** Whether the process has had more work than it can do in time, and has no free slots yet. */
  isOverloaded(): boolean;
  usage(): AdmissionUsage;
}

export interface AdmissionUsage {
  readonly running: number;
  readonly waiting: number;
}

/** A request that runs, with the number of its provider calls in progress. */
interface Ticket {
  readonly flow: string;
  providerCalls: number;
}

/** A quarter of the requests that the API holds in memory by default: no merchant can occupy all. */
const MAX_PROVIDER_CALLS_PER_FLOW = 250;

export interface AdmissionOptions extends AdmissionQueueOptions {
  /** Requests of one flow that may wait for the provider at once; 250 by default. */
  readonly maxProviderCallsPerFlow?: number;
}

/** Limits how many requests run at once and how long others wait (decisions 0021 and 0022). */
export function createAdmission(options: AdmissionOptions): Admission {
  const queue = createAdmissionQueue(options);
  const { maxProviderCallsPerFlow = MAX_PROVIDER_CALLS_PER_FLOW } = options;
  const tickets = new AsyncLocalStorage<Ticket>();
  /** The number of requests of each flow that wait for the provider, of flows that have any. */
  const waitingForProvider = new Map<string, number>();

  /** @throws OverloadError before the provider was called */
  function releaseSlot({ flow }: Ticket): void {
    const others = waitingForProvider.get(flow) ?? 0;
    if (others >= maxProviderCallsPerFlow) {
      throw new OverloadError('Too many requests wait for the provider. Try again shortly.');
    }
    waitingForProvider.set(flow, others + 1);
    queue.release(flow);
  }

  function reacquireSlot({ flow }: Ticket): void {
    const others = (waitingForProvider.get(flow) ?? 0) - 1;
    if (others > 0) waitingForProvider.set(flow, others);
    else waitingForProvider.delete(flow);
    queue.acquireNow(flow);
  }

  async function callProvider<T>(call: () => Promise<T>): Promise<T> {
    const ticket = tickets.getStore();
    if (!ticket) return call();
    if (ticket.providerCalls === 0) releaseSlot(ticket);
    ticket.providerCalls += 1;
    try {
      return await call();
    } finally {
      ticket.providerCalls -= 1;
      if (ticket.providerCalls === 0) reacquireSlot(ticket);
    }
  }

  return {
    isFull: queue.isFull,
    isOverloaded: queue.isOverloaded,
    usage: queue.usage,
    async run(flow, work) {
      if (!(await queue.acquire(flow))) throw new OverloadError();
      try {
        return await tickets.run({ flow, providerCalls: 0 }, work);
      } finally {
        queue.release(flow);
      }
    },
    provider: (connect) => (account) =>
      aroundCalls(connect(account), (_name, call) => callProvider(call)),
  };
}
