import type { AuditEntry } from '@parley/contract';
import { Timestamp } from '@parley/ui/components';
import { type Cast, tellActor } from '../detail/actor.ts';
import { Section } from '../detail/section.tsx';
import { Pages } from '../list/pages.tsx';
import styles from './activity.module.css';
import { type EndpointView, endpointHref } from './address.ts';
import { tellAudit } from './tell-audit.ts';

interface ActivityProps {
  readonly endpointId: string;
  readonly view: EndpointView;
  readonly cast: Cast;
  readonly page: { readonly data: readonly AuditEntry[]; readonly next_cursor: string | null };
}

/** Who did what to an endpoint, newest first. */
export function Activity({ endpointId, view, cast, page }: ActivityProps) {
  return (
    <Section title="What was done">
      <ol className={styles.entries}>
        {page.data.map((entry) => (
          <Entry cast={cast} entry={entry} key={entry.id} />
        ))}
      </ol>
      <Pages
        label="Pages of what was done"
        ways={[
          view.done
            ? { word: 'Newest', href: endpointHref(endpointId, { ...view, done: null }) }
            : null,
          page.next_cursor
            ? { word: 'Older', href: endpointHref(endpointId, { ...view, done: page.next_cursor }) }
            : null,
        ]}
      />
    </Section>
  );
}

function Entry({ entry, cast }: { readonly entry: AuditEntry; readonly cast: Cast }) {
  const { sentence, details } = tellAudit(entry);
  const { kind, id } = entry.actor;
  return (
    <li className={styles.entry} title={entry.request_id ?? undefined}>
      <span className={styles.at}>
        <Timestamp at={entry.created_at} form="clock" />
      </span>
      <div>
        <p>
          {sentence} <span className="small">{tellActor(kind, id, cast)}</span>
        </p>
        {details.map((detail) => (
          <p className={styles.detail} key={detail}>
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}
