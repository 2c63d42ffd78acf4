'use client';

import { Timestamp } from '@parley/ui/components';
import { useState } from 'react';
import { Section } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { Option, TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-page.module.css';
import {
  formatCount,
  formatReplay,
  formatReplayable,
  PartialReplayError,
  type ReplayableCount,
  replayEvents,
} from './replay-events.ts';

const labels = { created_from: 'The start', created_before: 'The end' };

/** Replays the events that an endpoint did not receive, or all of a time range. */
export function ReplayForm({ id }: { readonly id: string }) {
  const [ranged, setRanged] = useState(false);
  /** The events that the form selected when they were counted; null since it changed. */
  const [counted, setCounted] = useState<ReplayableCount | null>(null);
  const { mutateAsync } = trpc.events.replay.useMutation();
  const utils = trpc.useUtils();

  async function count(form: FormData) {
    const input = { webhook_endpoint_id: id, ...readRange(form) };
    const found = await utils.events.countReplayable.fetch(input, { staleTime: 0 });
    if (found.count > 0) setCounted(found);
    return { message: formatReplayable(found) };
  }

  async function replay(form: FormData) {
    setCounted(null);
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
      <ActionForm
        action={counted ? replay : count}
        labels={labels}
        layout="column"
        submit={counted ? `Replay ${formatCount(counted)}` : 'Count events'}
      >
        <fieldset className={styles.replayOptions} onChange={() => setCounted(null)}>
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
          <div className={styles.range} onChange={() => setCounted(null)}>
            <TextField input={{ type: 'datetime-local' }} label="From" name="created_from" />
            <TextField input={{ type: 'datetime-local' }} label="Until" name="created_before" />
            <Option
              label="Include events that were already delivered"
              name="include_delivered"
              type="checkbox"
            />
          </div>
        )}
        {counted?.oldest_at && counted.newest_at && (
          <p className="muted">
            The oldest is from <Timestamp at={counted.oldest_at} />, the newest from{' '}
            <Timestamp at={counted.newest_at} />.
          </p>
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
