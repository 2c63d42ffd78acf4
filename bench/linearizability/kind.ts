import type { Random } from '../harness/random.ts';
import type { Model } from './check-history.ts';
import type { ApiRequest, ApiResponse, Product } from './product.ts';

/** Sends a request to one of the processes. Null if its outcome is unknown. */
export type Send = (request: ApiRequest) => Promise<ApiResponse | null>;

/** An object of which a history is recorded. */
export interface Subject<State, Input, Output> {
  readonly initial: State;
  readonly secretKey: string;
  /** Chooses the next operation of a client. */
  choose(random: Random, last: Output | undefined): Input;
  execute(input: Input, send: Send): Promise<Output | null>;
  /** The operation after all clients have finished. */
  readonly final: Input;
}

/** A kind of object, its operations and their sequential specification. */
export interface Kind<State, Input, Output> {
  readonly name: string;
  /** Operations of a client on one object, before all clients go on to the next. */
  readonly operationsPerObject: number;
  readonly model: Model<State, Input, Output>;
  createSubject(product: Product): Promise<Subject<State, Input, Output>>;
}

/** A refused request. */
export interface Refusal {
  readonly code: string;
  /** The current version, if the message states it. */
  readonly current?: number;
}

/** The error of a response, with the version that its message states; null for a success. */
function readRefusal({ status, body }: ApiResponse): Refusal | null {
  if (status === 200) return null;
  const { code, message } = body.error;
  const [, current] = /must be (\d+), the current one/.exec(message) ?? [];
  return current === undefined ? { code } : { code, current: Number(current) };
}

/** Executes a request and reads its response, if there is one. */
export async function call<Output>(
  send: Send,
  request: ApiRequest,
  read: (body: ApiResponse['body']) => Output,
): Promise<Output | Refusal | null> {
  const response = await send(request);
  return response && (readRefusal(response) ?? read(response.body));
}

/** The secret key of a new merchant, and its new session. */
export async function createSession(product: Product, amountMinor: number) {
  const { secretKey } = await product.addMerchant();
  const body = {
    amount_minor: amountMinor,
    currency: 'eur',
    buyer_reference: 'customer_8412',
    cart_snapshot: { amount: amountMinor },
  };
  const { id } = await product.prepare(secretKey, {
    method: 'POST',
    path: '/proxy_sessions',
    body,
  });
  return { secretKey, path: `/proxy_sessions/${id}` };
}
