import { headers } from 'next/headers';

export const REQUEST_ID_HEADER = 'x-request-id';

/** The id under which this request is logged, as `proxy.ts` gave it. */
export async function requestId(): Promise<string> {
  return (await headers()).get(REQUEST_ID_HEADER) ?? '';
}
