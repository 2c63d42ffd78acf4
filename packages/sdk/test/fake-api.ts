import { vi } from 'vitest';
import { Parley } from '../src/client.ts';
import type { ParleyOptions } from '../src/options.ts';

/** A request as the API would receive it. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = Response | Error | ((signal: AbortSignal) => Promise<Response>);

export function respond(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'x-request-id': 'req_1', ...headers },
  });
}

export const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  respond(status, { error: { code, message: 'Why.', request_id: 'req_1' } }, headers);

/** A client whose requests get the given replies in turn; the last one stays. */
export function createClient(replies: readonly Reply[], options: Partial<ParleyOptions> = {}) {
  const received: Received[] = [];
  const fetch = vi.fn(async (url: string, init: RequestInit) => {
    received.push({
      method: init.method ?? '',
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    });
    const reply = replies[Math.min(received.length, replies.length) - 1];
    if (reply instanceof Error) throw reply;
    if (reply instanceof Response) return reply.clone();
    if (!reply) throw new Error('no reply');
    return await reply(init.signal as AbortSignal);
  });
  const client = new Parley({
    apiKey: 'sk_test_1',
    baseUrl: 'https://api.example/v1/',
    fetch: fetch as unknown as typeof globalThis.fetch,
    ...options,
  });
  return { client, received };
}

/** Never responds; rejects as fetch does when its signal aborts. */
export const hang = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
