'use client';

import { eventTypes } from '@parley/domain';
import { SubsetPicker } from '#forms/subset-picker.tsx';

/** A ping is sent on request only, whatever types an endpoint subscribes to. */
const selectableTypes = eventTypes.filter((type) => type !== 'webhook_endpoint.ping');
const groups = [
  ['Sessions', 'proxy_session.'],
  ['Attempts', 'acquisition_attempt.'],
  ['Subscriptions', 'subscription.'],
  ['Endpoints', 'webhook_endpoint.'],
].map(([title = '', prefix = '']) => ({
  title,
  values: selectableTypes.filter((type) => type.startsWith(prefix)),
}));

/**
 * The event types that an endpoint subscribes to.
 * @param selected null for all types
 */
export function EventTypePicker({ selected }: { readonly selected: readonly string[] | null }) {
  return (
    <SubsetPicker
      allLabel="All events, including future types"
      groups={groups}
      legend="Events"
      name="event_types"
      selected={selected}
      selectedLabel="Selected events only"
    />
  );
}
