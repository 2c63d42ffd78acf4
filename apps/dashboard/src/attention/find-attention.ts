import type { Attention } from '@parley/operations';
import { cache } from 'react';
import { act } from '../server/ask.ts';

const nothing: Attention = { conflicts: 0, failed_provider_events: 0, endpoints: [] };

/** What waits for a person. A page is worth more than what stands beside it: where this cannot be
 * read, there is nothing, and the log says why. */
export const findAttention = cache(async (): Promise<Attention> => {
  const outcome = await act((caller) => caller.findAttention());
  return outcome.ok ? outcome.value : nothing;
});
