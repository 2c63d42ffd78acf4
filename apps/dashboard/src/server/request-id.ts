import { headers } from 'next/headers';
import { REQUEST_ID_HEADER } from '../request-headers.ts';

/** The id under which this request is logged, as `proxy.ts` gave it. */
export async function requestId(): Promise<string> {
  return (await headers()).get(REQUEST_ID_HEADER) ?? '';
}
