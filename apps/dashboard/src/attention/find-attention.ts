import type { AttentionItems } from '@parley/operations';
import { cache } from 'react';
import { act } from '../server/ask.ts';

const nothing: AttentionItems = { conflicts: 0, failed_provider_events: 0, endpoints: [] };

/** What waits for a person. A page is worth more than what stands beside it: where this cannot be
 * read, there is nothing, and the log says why. */
export const findAttention = cache(async (): Promise<AttentionItems> => {
  const outcome = await act((caller) => caller.attention.list());
  return outcome.ok ? outcome.value : nothing;
});
