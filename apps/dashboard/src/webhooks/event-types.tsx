'use client';

import { eventTypes } from '@parley/domain';
import { useId, useState } from 'react';
import { useFieldError } from '../form/deed-form.tsx';
import styles from './event-types.module.css';

/** A ping is sent to one endpoint by hand, whatever it asks for. */
const offered = eventTypes.filter((type) => type !== 'webhook_endpoint.ping');
const groups = [
  ['Sessions', 'proxy_session.'],
  ['Attempts', 'acquisition_attempt.'],
  ['Subscriptions', 'subscription.'],
  ['Endpoints', 'webhook_endpoint.'],
] as const;

/** Which events an endpoint is sent: all, or those that are chosen. */
export function EventTypes({ chosen }: { readonly chosen: readonly string[] | null }) {
  const [all, setAll] = useState(chosen === null);
  const error = useFieldError('event_types');
  const id = useId();
  return (
    <fieldset
      aria-describedby={error === null ? undefined : id}
      aria-invalid={error !== null}
      className={styles.events}
    >
      <legend>Events</legend>
      <label className={styles.choice}>
        <input
          defaultChecked={all}
          name="which"
          onChange={() => setAll(true)}
          type="radio"
          value="all"
        />
        All events, those to come too
      </label>
      <label className={styles.choice}>
        <input
          defaultChecked={!all}
          name="which"
          onChange={() => setAll(false)}
          type="radio"
          value="some"
        />
        Only those chosen here
      </label>
      {!all && (
        <div className={styles.groups}>
          {groups.map(([title, prefix]) => (
            <fieldset className={styles.group} key={prefix}>
              <legend>{title}</legend>
              {offered
                .filter((type) => type.startsWith(prefix))
                .map((type) => (
                  <label className={styles.choice} key={type}>
                    <input
                      defaultChecked={chosen?.includes(type)}
                      name="event_types"
                      type="checkbox"
                      value={type}
                    />
                    <code>{type}</code>
                  </label>
                ))}
            </fieldset>
          ))}
        </div>
      )}
      {error !== null && (
        <p className={styles.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
