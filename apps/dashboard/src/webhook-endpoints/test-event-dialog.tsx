'use client';

import { type EventType, eventTypes } from '@parley/domain';
import { useId, useState } from 'react';
import { useFieldError } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import formStyles from '#forms/forms.module.css';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import type { Endpoint } from './endpoint-types.ts';
import { deliveryHref } from './search-params.ts';

const PING = 'webhook_endpoint.ping';
const sampleTypes = eventTypes.filter((type) => type !== PING);

/** Sends a test event to an endpoint, and opens the page of its delivery. */
export function TestEventDialog({ endpoint }: { readonly endpoint: Endpoint }) {
  const mode = useMode();
  const { mutateAsync } = trpc.webhookEndpoints.ping.useMutation();

  async function send(form: FormData) {
    const { delivery } = await mutateAsync({
      webhook_endpoint_id: endpoint.id,
      event_type: form.get('event_type') as EventType,
    });
    return {
      message: 'A test event was queued.',
      goTo: deliveryHref(mode, delivery.webhook_endpoint_id, delivery.event_id),
    };
  }

  return (
    <ConfirmDialog
      action={send}
      kind="primary"
      labels={{ event_type: 'Event type' }}
      submit="Send event"
      title="Send a test event"
      trigger="Send test event"
      triggerKind="primary"
    >
      <EventTypeField isLive={mode === 'live'} subscribed={endpoint.event_types} />
      <p className="muted">
        Parley signs and delivers it like every event. It has <code>"test": true</code> and the
        sequence 0. The ids of a sample belong to no session.
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
  const id = useId();
  const error = useFieldError('event_type');
  const isSubscribed = (type: string) => subscribed === null || subscribed.includes(type);
  const groups = [
    ['Subscribed events', isLive ? [] : sampleTypes.filter(isSubscribed)],
    ['Sent on request only', [PING]],
    ['Not subscribed', isLive ? [] : sampleTypes.filter((type) => !isSubscribed(type))],
  ] as const;
  const first = groups.flatMap(([, types]) => types)[0] ?? PING;
  const [chosen, setChosen] = useState<string>(first);
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>Event type</label>
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
          ([label, types]) =>
            types.length > 0 && (
              <optgroup key={label} label={label}>
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
        {describeType(chosen, { isLive, isSubscribed: isSubscribed(chosen) })}
      </p>
    </div>
  );
}

function describeType(
  type: string,
  { isLive, isSubscribed }: { readonly isLive: boolean; readonly isSubscribed: boolean },
): string {
  if (isLive)
    return 'In live mode only a ping can be sent, because your server could act on a sample of a payment. Send samples to an endpoint in test mode.';
  if (type === PING) return 'Checks the connection and the signature. It contains this endpoint.';
  return isSubscribed
    ? 'A sample of the event that this endpoint receives.'
    : 'This endpoint does not subscribe to this event. It receives this sample, but no real events of this type.';
}
