'use client';

import { useState } from 'react';
import { Section } from '../detail/section.tsx';
import { DeedForm } from '../form/deed-form.tsx';
import { TextField } from '../form/text-field.tsx';
import styles from './replay.module.css';
import { replayEvents } from './replay-actions.ts';

/** A time as the reader's clock shows it, as a moment that means the same to everyone. */
function inUtc(form: FormData) {
  for (const name of ['created_from', 'created_before']) {
    const given = new Date(String(form.get(name) ?? ''));
    if (!Number.isNaN(given.getTime())) form.set(name, given.toISOString());
  }
}

/** Sends an endpoint what it has missed, or all events of a range of time. */
export function Replay({ id }: { readonly id: string }) {
  const [ranged, setRanged] = useState(false);
  return (
    <Section title="Replay">
      <p className="muted">
        Sends past events that this endpoint asks for, oldest first, each under the id it had.
      </p>
      <DeedForm
        action={replayEvents}
        hidden={{ id }}
        layout="column"
        prepare={inUtc}
        submit="Replay events"
      >
        <fieldset className={styles.what}>
          <legend className="unseen">What to replay</legend>
          <label>
            <input
              defaultChecked
              name="what"
              onChange={() => setRanged(false)}
              type="radio"
              value="missed"
            />
            Everything it has missed
          </label>
          <label>
            <input name="what" onChange={() => setRanged(true)} type="radio" value="range" />A range
            of time
          </label>
        </fieldset>
        {ranged && (
          <div className={styles.range}>
            <TextField input={{ type: 'datetime-local' }} label="From" name="created_from" />
            <TextField input={{ type: 'datetime-local' }} label="Until" name="created_before" />
            <label className={styles.taken}>
              <input name="taken_too" type="checkbox" />
              Also what it has taken already
            </label>
          </div>
        )}
      </DeedForm>
    </Section>
  );
}
