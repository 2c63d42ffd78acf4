import type { Tone } from '@parley/ui/status';
import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
import { formatNote } from '#format/format-note.ts';
import { providerEventTones } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { trpc } from '#trpc/client.ts';
import { LoadedPayload, WithPayload } from './payload.tsx';
import styles from './timeline.module.css';
import type { ProviderEvent } from './timeline-items.ts';

/** What the provider reported about a session, and the result of the event. */
export function ProviderEventItem({ event }: { readonly event: ProviderEvent }) {
  const notes = useTranslations('providerEvents');
  const t = useTranslations('sessionTimeline');
  const labels = useStatusLabels();
  const { type, object_id: objectId, status, note } = event;
  return (
    <WithPayload
      line={
        <>
          <span className="muted">{t('provider')} · </span>
          <code>{type}</code>{' '}
          <span className={styles.note}>
            {labels.providerEvent(status).label}{' '}
            <CopyId id={objectId} label={t('providerObjectId')} />{' '}
            <CopyId id={event.id} label={t('providerEventId')} />
          </span>
        </>
      }
      note={note && <p className="muted">{formatNote(notes, note).sentence}</p>}
      payload={<ProviderPayload event={event} />}
    />
  );
}

function ProviderPayload({
  event: { id, psp_config_id, type },
}: {
  readonly event: ProviderEvent;
}) {
  const t = useTranslations('sessionTimeline');
  const query = trpc.providerEvents.get.useQuery({ psp_config_id, id });
  return (
    <LoadedPayload
      label={t('providerPayload', { type })}
      query={{ ...query, data: query.data?.payload }}
    />
  );
}

export const getProviderEventTone = ({ status }: ProviderEvent): Tone => providerEventTones[status];
