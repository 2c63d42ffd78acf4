import type { Tone } from '@parley/ui/status';
import { providerEventStatusLabels } from '@parley/ui/webhook-status';
import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
import { formatNote } from '#provider-events/format-note.ts';
import { trpc } from '#trpc/client.ts';
import { LoadedPayload, WithPayload } from './payload.tsx';
import styles from './timeline.module.css';
import type { ProviderEvent } from './timeline-items.ts';

/** What the provider reported about a session, and what became of it. */
export function ProviderEventItem({ event }: { readonly event: ProviderEvent }) {
  const t = useTranslations('providerEvents');
  const { type, object_id: objectId, status, note } = event;
  return (
    <WithPayload
      line={
        <>
          <span className="muted">Provider · </span>
          <code>{type}</code>{' '}
          <span className={styles.note}>
            {providerEventStatusLabels[status].label}{' '}
            <CopyId id={objectId} label="provider object id" />
          </span>
        </>
      }
      note={note && <p className="muted">{formatNote(t, note).sentence}</p>}
      payload={<ProviderPayload event={event} />}
    />
  );
}

function ProviderPayload({
  event: { id, psp_config_id, type },
}: {
  readonly event: ProviderEvent;
}) {
  const query = trpc.providerEvents.get.useQuery({ psp_config_id, id });
  return (
    <LoadedPayload
      label={`${type} as JSON, without personal data`}
      query={{ ...query, data: query.data?.payload }}
    />
  );
}

export const providerEventTone = ({ status }: ProviderEvent): Tone =>
  providerEventStatusLabels[status].tone;
