'use client';

import { useState } from 'react';
import { Section } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { Option, TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-page.module.css';
import { formatReplay, PartialReplayError, replayEvents } from './replay-events.ts';

const labels = { created_from: 'The start', created_before: 'The end' };

/** Replays the events that an endpoint did not receive, or all of a time range. */
export function ReplayForm({ id }: { readonly id: string }) {
  const [ranged, setRanged] = useState(false);
  const { mutateAsync } = trpc.events.replay.useMutation();

  async function replay(form: FormData) {
    const input = { webhook_endpoint_id: id, ...readRange(form) };
    try {
      const { replayed, hasMore } = await replayEvents((cursor) =>
        mutateAsync({ ...input, cursor }),
      );
      return { message: formatReplay(replayed, hasMore) };
    } catch (error) {
      if (!(error instanceof PartialReplayError)) throw error;
      return { message: `${formatReplay(error.replayed, true)} The rest could not be queued.` };
    }
  }

  return (
    <Section title="Replay">
      <p className="muted">
        Sends past events that this endpoint subscribes to again, oldest first, with their original
        ids.
      </p>
      <ActionForm action={replay} labels={labels} layout="column" submit="Replay events">
        <fieldset className={styles.replayOptions}>
          <legend className="unseen">Events to replay</legend>
          <Option
            defaultChecked
            label="Events that were not delivered"
            name="events"
            onChange={() => setRanged(false)}
            type="radio"
            value="missed"
          />
          <Option
            label="A time range"
            name="events"
            onChange={() => setRanged(true)}
            type="radio"
            value="range"
          />
        </fieldset>
        {ranged && (
          <div className={styles.range}>
            <TextField input={{ type: 'datetime-local' }} label="From" name="created_from" />
            <TextField input={{ type: 'datetime-local' }} label="Until" name="created_before" />
            <Option
              label="Include events that were already delivered"
              name="include_delivered"
              type="checkbox"
            />
          </div>
        )}
      </ActionForm>
    </Section>
  );
}

/** The range of a form. Its times are in the browser's time zone. */
function readRange(form: FormData) {
  if (form.get('events') !== 'range') return { only_missed: true };
  const from = toTimestamp(form.get('created_from'));
  const before = toTimestamp(form.get('created_before'));
  return {
    only_missed: form.get('include_delivered') !== 'on',
    ...(from && { created_from: from }),
    ...(before && { created_before: before }),
  };
}

function toTimestamp(value: FormDataEntryValue | null): string | null {
  const date = new Date(String(value ?? ''));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
