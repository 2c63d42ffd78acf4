'use client';

import { eventTypes } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { SubsetPicker } from '#forms/subset-picker.tsx';

/** A ping is sent on request only, whatever types an endpoint subscribes to. */
const selectableTypes = eventTypes.filter((type) => type !== 'webhook_endpoint.ping');
const resources = [
  'proxy_session',
  'acquisition_attempt',
  'payment',
  'subscription',
  'webhook_endpoint',
] as const;

/**
 * The event types that an endpoint subscribes to.
 * @param selected null for all types
 */
export function EventTypePicker({ selected }: { readonly selected: readonly string[] | null }) {
  const t = useTranslations('webhookEndpoints');
  return (
    <SubsetPicker
      allLabel={t('eventTypes.all')}
      groups={resources.map((resource) => ({
        title: t(`eventTypes.${resource}`),
        values: selectableTypes.filter((type) => type.startsWith(`${resource}.`)),
      }))}
      legend={t('eventTypes.legend')}
      name="event_types"
      selected={selected}
      selectedLabel={t('eventTypes.selected')}
    />
  );
}
