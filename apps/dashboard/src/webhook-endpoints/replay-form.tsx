'use client';

import { Timestamp, useTimeZone } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Section } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { Option, TextField } from '#forms/text-field.tsx';
import { readLocal } from '#preferences/local-time.ts';
import { describeFailure, FailedAction } from '#trpc/action-result.ts';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-page.module.css';
import {
  formatReplay,
  formatReplayable,
  PartialReplayError,
  type ReplayableCount,
  replayEvents,
} from './replay-events.ts';

/** Replays the events that an endpoint did not receive, or all of a time range. */
export function ReplayForm({ id }: { readonly id: string }) {
  const t = useTranslations('webhookEndpoints');
  const forms = useTranslations('forms');
  const zone = useTimeZone();
  const [ranged, setRanged] = useState(false);
  /** The events that the form selected when they were counted; null since it changed. */
  const [counted, setCounted] = useState<ReplayableCount | null>(null);
  const { mutateAsync } = trpc.events.replay.useMutation();
  const utils = trpc.useUtils();

  async function count(form: FormData) {
    const input = { webhook_endpoint_id: id, ...readRange(form, zone) };
    const found = await utils.events.countReplayable.fetch(input, { staleTime: 0 });
    if (found.count > 0) setCounted(found);
    return { message: formatReplayable(t, found) };
  }

  async function replay(form: FormData) {
    setCounted(null);
    const input = { webhook_endpoint_id: id, ...readRange(form, zone) };
    try {
      const { replayed, hasMore } = await replayEvents((cursor) =>
        mutateAsync({ ...input, cursor }),
      );
      return { message: formatReplay(t, replayed, hasMore) };
    } catch (error) {
      if (!(error instanceof PartialReplayError)) throw error;
      const { requestId, ...reason } = describeFailure(forms, error.cause);
      const message = t('replayResult.failedInPart', { count: error.replayed });
      throw new FailedAction({ message, reason, requestId, field: null });
    }
  }

  return (
    <Section title={t('replay.title')}>
      <p className="muted">{t('replay.lead')}</p>
      <ActionForm
        action={counted ? replay : count}
        labels={{ created_from: t('replay.start'), created_before: t('replay.end') }}
        layout="column"
        submit={
          counted
            ? t(counted.has_more ? 'replay.submitOrMore' : 'replay.submit', {
                count: counted.count,
              })
            : t('replay.count')
        }
      >
        <fieldset className={styles.replayOptions} onChange={() => setCounted(null)}>
          <legend className="unseen">{t('replay.legend')}</legend>
          <Option
            defaultChecked
            label={t('replay.missed')}
            name="events"
            onChange={() => setRanged(false)}
            type="radio"
            value="missed"
          />
          <Option
            label={t('replay.range')}
            name="events"
            onChange={() => setRanged(true)}
            type="radio"
            value="range"
          />
        </fieldset>
        {ranged && (
          <div className={styles.range} onChange={() => setCounted(null)}>
            <TextField
              input={{ type: 'datetime-local' }}
              label={t('replay.from')}
              name="created_from"
            />
            <TextField
              hint={t('replay.zone', { zone })}
              input={{ type: 'datetime-local' }}
              label={t('replay.until')}
              name="created_before"
            />
            <Option label={t('replay.includeDelivered')} name="include_delivered" type="checkbox" />
          </div>
        )}
        {counted?.oldest_at && counted.newest_at && (
          <CountedSpan newest={counted.newest_at} oldest={counted.oldest_at} />
        )}
      </ActionForm>
    </Section>
  );
}

/** When the counted events happened. */
function CountedSpan({ oldest, newest }: { readonly oldest: string; readonly newest: string }) {
  const t = useTranslations('webhookEndpoints');
  return (
    <p className="muted">
      {t.rich('replay.span', {
        oldest: () => <Timestamp at={oldest} />,
        newest: () => <Timestamp at={newest} />,
      })}
    </p>
  );
}

/** The range of a form. Its times are in the time zone of the person. */
function readRange(form: FormData, zone: string) {
  if (form.get('events') !== 'range') return { only_missed: true };
  const from = readLocal(String(form.get('created_from')), zone);
  const before = readLocal(String(form.get('created_before')), zone);
  return {
    only_missed: form.get('include_delivered') !== 'on',
    ...(from && { created_from: from.toISOString() }),
    ...(before && { created_before: before.toISOString() }),
  };
}
