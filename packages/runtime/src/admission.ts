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

/** Whether an error, or its cause, is the refusal of a request during an overload. */
export function isOverloadError(error: unknown): boolean {
  return (
    error instanceof OverloadError ||
    (error instanceof Error && error.cause instanceof OverloadError)
  );
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
  /** A connector whose calls do not hold a slot: a slow provider must not stop other requests. */
  provider(connect: ConnectProvider): ConnectProvider;
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

/** Limits how many requests run at once and how long others wait (decisions 0031 and 0063). */
export function createAdmission(options: AdmissionQueueOptions): Admission {
  const queue = createAdmissionQueue(options);
  const tickets = new AsyncLocalStorage<Ticket>();

  async function callProvider<T>(call: () => Promise<T>): Promise<T> {
    const ticket = tickets.getStore();
    if (!ticket) return call();
    ticket.providerCalls += 1;
    if (ticket.providerCalls === 1) queue.release(ticket.flow);
    try {
      return await call();
    } finally {
      ticket.providerCalls -= 1;
      if (ticket.providerCalls === 0) queue.acquireNow(ticket.flow);
    }
  }

  return {
    isFull: queue.isFull,
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
