'use client';

import { type EventType, eventTypes } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { deliveryHref } from '#addresses/webhook-endpoints.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { Field } from '#forms/text-field.tsx';
import { useMode } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import type { Endpoint } from './endpoint-types.ts';

const PING = 'webhook_endpoint.ping';
const sampleTypes = eventTypes.filter((type) => type !== PING);

/** Sends a test event to an endpoint, and opens the page of its delivery. */
export function TestEventDialog({ endpoint }: { readonly endpoint: Endpoint }) {
  const mode = useMode();
  const t = useTranslations('webhookEndpoints');
  const { mutateAsync } = trpc.webhookEndpoints.ping.useMutation();

  async function send(form: FormData) {
    const { delivery } = await mutateAsync({
      webhook_endpoint_id: endpoint.id,
      event_type: form.get('event_type') as EventType,
    });
    return {
      message: t('testEvent.done'),
      goTo: deliveryHref(delivery.webhook_endpoint_id, delivery.event_id),
    };
  }

  return (
    <ConfirmDialog
      action={send}
      kind="primary"
      labels={{ event_type: t('testEvent.type') }}
      submit={t('testEvent.submit')}
      title={t('testEvent.title')}
      trigger={t('testEvent.trigger')}
      triggerKind="primary"
    >
      <EventTypeField isLive={mode === 'live'} subscribed={endpoint.event_types} />
      <p className="muted">
        {t.rich('testEvent.text', { code: (chunks) => <code>{chunks}</code> })}
      </p>
    </ConfirmDialog>
  );
}

interface EventTypeFieldProps {
  readonly isLive: boolean;
  /** Null for all types. */
  readonly subscribed: readonly string[] | null;
}

/** The type of a test event. The types that the endpoint subscribes to come first. */
function EventTypeField({ isLive, subscribed }: EventTypeFieldProps) {
  const t = useTranslations('webhookEndpoints');
  const isSubscribed = (type: string) => subscribed === null || subscribed.includes(type);
  const groups = [
    ['subscribed', isLive ? [] : sampleTypes.filter(isSubscribed)],
    ['onRequest', [PING]],
    ['notSubscribed', isLive ? [] : sampleTypes.filter((type) => !isSubscribed(type))],
  ] as const;
  const first = groups.flatMap(([, types]) => types)[0] ?? PING;
  const [chosen, setChosen] = useState<string>(first);
  const hint = getHint(chosen, { isLive, isSubscribed: isSubscribed(chosen) });
  return (
    <Field
      hint={<span aria-live="polite">{t(`testHint.${hint}`)}</span>}
      label={t('testEvent.type')}
      name="event_type"
    >
      {(attributes) => (
        <select {...attributes} onChange={({ target }) => setChosen(target.value)} value={chosen}>
          {groups.map(
            ([group, types]) =>
              types.length > 0 && (
                <optgroup key={group} label={t(`testType.${group}`)}>
                  {types.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </optgroup>
              ),
          )}
        </select>
      )}
    </Field>
  );
}

/** What there is to say about a type. */
function getHint(
  type: string,
  { isLive, isSubscribed }: { readonly isLive: boolean; readonly isSubscribed: boolean },
) {
  if (isLive) return 'live';
  if (type === PING) return 'ping';
  return isSubscribed ? 'subscribed' : 'notSubscribed';
}
