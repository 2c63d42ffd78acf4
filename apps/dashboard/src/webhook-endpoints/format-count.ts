import { MAX_COUNTED_DELIVERIES } from '@parley/domain';
import type { useFormatter } from 'next-intl';
import type { Health } from './endpoint-types.ts';

/** A number of deliveries; "50,000+" where counting ends. */
export function formatDeliveryCount(
  format: ReturnType<typeof useFormatter>,
  count: number,
): string {
  const isCapped = count >= MAX_COUNTED_DELIVERIES;
  return `${format.number(count)}${isCapped ? '+' : ''}`;
}

/** Whether the figures of an endpoint may leave out older deliveries. */
export const isPartial = ({ waiting, last_24_hours: { succeeded, failed } }: Health): boolean =>
  succeeded + failed + waiting >= MAX_COUNTED_DELIVERIES;
