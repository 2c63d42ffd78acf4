'use client';

import { eventTypes } from '@parley/domain';
import { useId, useState } from 'react';
import { useFieldError } from '#forms/action-form.tsx';
import formStyles from '#forms/forms.module.css';
import { Option } from '#forms/text-field.tsx';
import styles from './endpoint-form.module.css';

/** A ping is sent on request only, whatever types an endpoint subscribes to. */
const selectableTypes = eventTypes.filter((type) => type !== 'webhook_endpoint.ping');
const groups = [
  ['Sessions', 'proxy_session.'],
  ['Attempts', 'acquisition_attempt.'],
  ['Subscriptions', 'subscription.'],
  ['Endpoints', 'webhook_endpoint.'],
] as const;

/**
 * The event types that an endpoint subscribes to.
 * @param selected null for all types
 */
export function EventTypePicker({ selected }: { readonly selected: readonly string[] | null }) {
  const [all, setAll] = useState(selected === null);
  const error = useFieldError('event_types');
  const errorId = useId();
  return (
    <fieldset
      aria-describedby={error === null ? undefined : errorId}
      aria-invalid={error !== null}
      className={styles.events}
    >
      <legend>Events</legend>
      <Option
        defaultChecked={all}
        label="All events, including future types"
        name="events"
        onChange={() => setAll(true)}
        type="radio"
        value="all"
      />
      <Option
        defaultChecked={!all}
        label="Selected events only"
        name="events"
        onChange={() => setAll(false)}
        type="radio"
        value="selected"
      />
      {!all && (
        <div className={styles.groups}>
          {groups.map(([title, prefix]) => (
            <fieldset className={styles.group} key={prefix}>
              <legend>{title}</legend>
              {selectableTypes
                .filter((type) => type.startsWith(prefix))
                .map((type) => (
                  <Option
                    defaultChecked={selected?.includes(type)}
                    key={type}
                    label={<code>{type}</code>}
                    name="event_types"
                    type="checkbox"
                    value={type}
                  />
                ))}
            </fieldset>
          ))}
        </div>
      )}
      {error !== null && (
        <p className={formStyles.error} id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
