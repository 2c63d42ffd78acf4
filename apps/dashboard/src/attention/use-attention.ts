'use client';

import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import { trpc } from '#trpc/client.ts';
import type { AttentionItems } from './describe-attention.ts';

const none: AttentionItems = { conflicts: 0, failed_provider_events: 0, endpoints: [] };

/** What needs a person's attention. Empty if it cannot be read: no page fails because of it. */
export function useAttention(): AttentionItems {
  const { data } = trpc.attention.list.useQuery(undefined, { refetchInterval: LIST_REFRESH_MS });
  return data ?? none;
}
