import { AsyncLocalStorage } from 'node:async_hooks';
import { canTakeSlot, DomainError } from '@parley/domain';
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
   * request waits for a slot as long as necessary: its work has begun. The first call of a request throws
   * OverloadError instead if its merchant has its share of the requests that call the provider.
   */
  provider(connect: ConnectProvider): ConnectProvider;
  /** How many requests have called the provider and have not ended. */
  countProviderCallers(): number;
  /** Whether the process has had more work than it can do in time, and has no free slots yet. */
  isOverloaded(): boolean;
  usage(): AdmissionUsage;
}

/** A request that has begun. It holds a slot, except during its provider calls and its resumption. */
interface Ticket {
  readonly flow: string;
  /** The merchant that it counts for since its first provider call; null before. */
  merchantId: string | null;
  /** The number of its provider calls in progress. */
  providerCalls: number;
  /** Ends when it has a slot again after its provider calls; null unless it waits for one. */
  resumption: Promise<void> | null;
  /** Its result is known, although calls may be in progress that another failure left behind. */
  hasEnded: boolean;
}

const MAX_PROVIDER_CALLERS = 1_000;

export interface AdmissionOptions extends AdmissionQueueOptions {
  /**
   * Requests that may call the provider at once; 1,000 by default. Merchants share them according to `canTakeSlot`,
   * whatever their flows are: one alone gets a fifth.
   */
  readonly maxProviderCallers?: number;
}

/** Limits how many requests run at once and how long others wait (decisions 0021 and 0022). */
export function createAdmission(options: AdmissionOptions): Admission {
  const queue = createAdmissionQueue(options);
  const { maxProviderCallers = MAX_PROVIDER_CALLERS } = options;
  const tickets = new AsyncLocalStorage<Ticket>();
  /** The requests of each merchant that have called the provider, of merchants that have any. */
  const callersByMerchant = new Map<string, number>();
  let callers = 0;

  function changeCallers(merchantId: string, change: 1 | -1): void {
    callers += change;
    const ofMerchant = (callersByMerchant.get(merchantId) ?? 0) + change;
    if (ofMerchant === 0) callersByMerchant.delete(merchantId);
    else callersByMerchant.set(merchantId, ofMerchant);
  }

  /**
   * Counts a request for its merchant until it ends, so that none of its later calls is refused.
   * @throws OverloadError before the provider was called
   */
  function addCaller(ticket: Ticket, merchantId: string): void {
    if (ticket.merchantId !== null) return;
    if (!canTakeSlot(callersByMerchant.get(merchantId) ?? 0, maxProviderCallers - callers)) {
      throw new OverloadError('Too many requests wait for the provider. Try again shortly.');
    }
    ticket.merchantId = merchantId;
    changeCallers(merchantId, 1);
  }

  function removeCaller({ merchantId }: Ticket): void {
    if (merchantId !== null) changeCallers(merchantId, -1);
  }

  function end(ticket: Ticket): void {
    removeCaller(ticket);
    queue.release(ticket.flow);
  }

  async function resume(ticket: Ticket): Promise<void> {
    await queue.reacquire(ticket.flow);
    ticket.resumption = null;
    if (ticket.hasEnded) end(ticket);
  }

  async function callProvider<T>(merchantId: string, call: () => Promise<T>): Promise<T> {
    const ticket = tickets.getStore();
    if (!ticket) return call();
    while (ticket.resumption) await ticket.resumption;
    if (ticket.hasEnded) return call();
    addCaller(ticket, merchantId);
    if (ticket.providerCalls === 0) queue.release(ticket.flow);
    ticket.providerCalls += 1;
    try {
      return await call();
    } finally {
      ticket.providerCalls -= 1;
      if (ticket.providerCalls === 0 && ticket.hasEnded) removeCaller(ticket);
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
    countProviderCallers: () => callers,
    async run(flow, work) {
      if (!(await queue.acquire(flow))) throw new OverloadError();
      const ticket: Ticket = {
        flow,
        merchantId: null,
        providerCalls: 0,
        resumption: null,
        hasEnded: false,
      };
      try {
        return await tickets.run(ticket, work);
      } finally {
        ticket.hasEnded = true;
        if (ticket.providerCalls === 0 && !ticket.resumption) end(ticket);
      }
    },
    provider: (connect) => (account) =>
      aroundCalls(connect(account), (_name, call) => callProvider(account.merchantId, call)),
  };
}
