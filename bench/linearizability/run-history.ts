import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../harness/random.ts';
import { checkHistory, type Operation, type Verdict } from './check-history.ts';
import type { Kind, Send, Subject } from './kind.ts';
import type { ApiResponse, Product } from './product.ts';

export interface HistorySize {
  readonly clients: number;
  /** Of each client, over all objects of the history. */
  readonly operations: number;
}

/** What became of the requests. */
interface Counts {
  operations: number;
  /** Operations whose outcome is unknown. */
  unknown: number;
  /** Requests that the client ended before their response. */
  interrupted: number;
  /** Responses with a status of 500 or more. */
  serverErrors: number;
}

export interface HistoryRun {
  readonly counts: Counts;
  readonly verdicts: readonly Verdict<unknown, unknown>[];
  /** The longest check of one object, in milliseconds. */
  readonly slowestCheckMs: number;
}

const INTERRUPT_SHARE = 0.02;
const MAX_INTERRUPT_MS = 8;
const RETRY_SHARE = 0.6;
const MAX_RETRIES = 20;

/** Records a history of each of several objects in turn, and checks each. */
export async function runHistory<State, Input, Output>(
  product: Product,
  kind: Kind<State, Input, Output>,
  random: Random,
  { clients, operations }: HistorySize,
): Promise<HistoryRun> {
  const counts: Counts = { operations: 0, unknown: 0, interrupted: 0, serverErrors: 0 };
  const verdicts: Verdict<unknown, unknown>[] = [];
  let slowestCheckMs = 0;
  for (let left = operations; left > 0; left -= kind.operationsPerObject) {
    const subject = await kind.createSubject(product);
    const size = { clients, operations: Math.min(left, kind.operationsPerObject) };
    const send = createSend(product, subject, random, counts);
    const history = await recordHistory(subject, send, random, size);
    counts.operations += history.length;
    counts.unknown += history.filter(({ output }) => output === null).length;
    const began = performance.now();
    verdicts.push(checkHistory(history, subject.initial, kind.model));
    slowestCheckMs = Math.max(slowestCheckMs, performance.now() - began);
  }
  return { counts, verdicts, slowestCheckMs };
}

/** The operations of all clients, and finally one operation when they have finished. */
async function recordHistory<State, Input, Output>(
  subject: Subject<State, Input, Output>,
  send: Send,
  random: Random,
  { clients, operations }: HistorySize,
): Promise<Operation<Input, Output>[]> {
  const history: Operation<Input, Output>[] = [];
  const execute = async (client: number, input: Input) => {
    const start = performance.now();
    const output = await subject.execute(input, send);
    history.push({ client, input, output, start, end: performance.now() });
    return output;
  };
  const runClient = async (client: number) => {
    let last: Output | undefined;
    for (let index = 0; index < operations; index++) {
      last = (await execute(client, subject.choose(random, last))) ?? last;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  await execute(clients, subject.final);
  return history;
}

/**
 * Sends requests to random processes and ends some before their response. Most of those are sent again with the same
 * idempotency key, so that their outcome is known after all.
 */
function createSend<State, Input, Output>(
  product: Product,
  { secretKey }: Subject<State, Input, Output>,
  random: Random,
  counts: Counts,
): Send {
  return async (request) => {
    const isInterrupted = request.method !== 'GET' && random.chance(INTERRUPT_SHARE);
    const idempotencyKey = isInterrupted ? randomUUID() : undefined;
    const sendOnce = async (signal?: AbortSignal): Promise<ApiResponse | null> => {
      const process = random.below(product.processes);
      const options = { process, idempotencyKey, signal };
      const response = await product.send(secretKey, request, options).catch(() => null);
      if (response && response.status >= 500) counts.serverErrors += 1;
      const isKnown = response && response.status < 500 && response.status !== 429;
      return isKnown && response.body.error?.code !== 'idempotency_in_flight' ? response : null;
    };
    if (!isInterrupted) return sendOnce();
    counts.interrupted += 1;
    const isRetried = random.chance(RETRY_SHARE);
    const interruption = AbortSignal.timeout(1 + random.below(MAX_INTERRUPT_MS));
    const response = await sendOnce(interruption);
    for (let tries = 0; isRetried && !response && tries < MAX_RETRIES; tries++) {
      const repeated = await sendOnce();
      if (repeated) return repeated;
      await delay(10);
    }
    return response;
  };
}
