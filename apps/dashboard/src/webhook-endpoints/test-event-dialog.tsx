'use client';

import { type EventType, eventTypes } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { deliveryHref } from '#addresses/webhook-endpoints.ts';
import { useFieldError } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import formStyles from '#forms/forms.module.css';
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
  const id = useId();
  const error = useFieldError('event_type');
  const isSubscribed = (type: string) => subscribed === null || subscribed.includes(type);
  const groups = [
    ['subscribed', isLive ? [] : sampleTypes.filter(isSubscribed)],
    ['onRequest', [PING]],
    ['notSubscribed', isLive ? [] : sampleTypes.filter((type) => !isSubscribed(type))],
  ] as const;
  const first = groups.flatMap(([, types]) => types)[0] ?? PING;
  const [chosen, setChosen] = useState<string>(first);
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{t('testEvent.type')}</label>
      <select
        aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
        aria-invalid={error !== null}
        className="field"
        id={id}
        name="event_type"
        onChange={({ target }) => setChosen(target.value)}
        value={chosen}
      >
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
      {error && (
        <p className={formStyles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      <p aria-live="polite" className={formStyles.hint} id={`${id}-hint`}>
        {t(`testHint.${getHint(chosen, { isLive, isSubscribed: isSubscribed(chosen) })}`)}
      </p>
    </div>
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
