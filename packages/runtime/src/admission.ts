import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@parley/domain';
import { aroundCalls, type ConnectProvider } from '@parley/provider';
import {
  type AdmissionQueueOptions,
  type AdmissionUsage,
  createAdmissionQueue,
} from './admission-queue.ts';

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
   * A connector whose calls do not hold a slot: a slow provider must not stop other requests. After a call, the
   * request waits for a slot as long as necessary: its work has begun. A call throws OverloadError instead if too
   * many requests of its flow wait for the provider, or for a slot after a call.
   */
  provider(connect: ConnectProvider): ConnectProvider;
  /** Whether the process has had more work than it can do in time, and has no free slots yet. */
  isOverloaded(): boolean;
  usage(): AdmissionUsage;
}

/** A request that has begun. It holds a slot, except during its provider calls and its resumption. */
interface Ticket {
  readonly flow: string;
  /** The number of its provider calls in progress. */
  providerCalls: number;
  /** Ends when it has a slot again after its provider calls; null unless it waits for one. */
  resumption: Promise<void> | null;
  /** Its result is known, although calls may be in progress that another failure left behind. */
  hasEnded: boolean;
}

/** A quarter of the requests that the API holds in memory by default: no merchant can occupy all. */
const MAX_PROVIDER_CALLS_PER_FLOW = 250;

export interface AdmissionOptions extends AdmissionQueueOptions {
  /** Requests of one flow that may wait for the provider, or for a slot after that; 250 by default. */
  readonly maxProviderCallsPerFlow?: number;
}

/** Limits how many requests run at once and how long others wait (decisions 0021 and 0022). */
export function createAdmission(options: AdmissionOptions): Admission {
  const queue = createAdmissionQueue(options);
  const { maxProviderCallsPerFlow = MAX_PROVIDER_CALLS_PER_FLOW } = options;
  const tickets = new AsyncLocalStorage<Ticket>();
  /** The number of requests of each flow that hold no slot, of flows that have any. */
  const withoutSlot = new Map<string, number>();

  /** @throws OverloadError before the provider was called */
  function releaseSlot({ flow }: Ticket): void {
    const others = withoutSlot.get(flow) ?? 0;
    if (others >= maxProviderCallsPerFlow) {
      throw new OverloadError('Too many requests wait for the provider. Try again shortly.');
    }
    withoutSlot.set(flow, others + 1);
    queue.release(flow);
  }

  function stopCounting({ flow }: Ticket): void {
    const others = (withoutSlot.get(flow) ?? 0) - 1;
    if (others > 0) withoutSlot.set(flow, others);
    else withoutSlot.delete(flow);
  }

  async function resume(ticket: Ticket): Promise<void> {
    await queue.reacquire(ticket.flow);
    ticket.resumption = null;
    stopCounting(ticket);
    if (ticket.hasEnded) queue.release(ticket.flow);
  }

  async function callProvider<T>(call: () => Promise<T>): Promise<T> {
    const ticket = tickets.getStore();
    if (!ticket) return call();
    while (ticket.resumption) await ticket.resumption;
    if (ticket.hasEnded) return call();
    if (ticket.providerCalls === 0) releaseSlot(ticket);
    ticket.providerCalls += 1;
    try {
      return await call();
    } finally {
      ticket.providerCalls -= 1;
      if (ticket.providerCalls === 0 && ticket.hasEnded) stopCounting(ticket);
      else if (ticket.providerCalls === 0) {
        ticket.resumption = resume(ticket);
        await ticket.resumption;
      }
    }
  }

  return {
    isFull: queue.isFull,
    isOverloaded: queue.isOverloaded,
    usage: queue.usage,
    async run(flow, work) {
      if (!(await queue.acquire(flow))) throw new OverloadError();
      const ticket: Ticket = { flow, providerCalls: 0, resumption: null, hasEnded: false };
      try {
        return await tickets.run(ticket, work);
      } finally {
        ticket.hasEnded = true;
        if (ticket.providerCalls === 0 && !ticket.resumption) queue.release(flow);
      }
    },
    provider: (connect) => (account) =>
      aroundCalls(connect(account), (_name, call) => callProvider(call)),
  };
}
