import type { Subscription } from '@parley/contract';
import { CopyId, Timestamp } from '@parley/ui/components';
import facts from '../detail/facts.module.css';
import { Fact } from '../detail/facts.tsx';
import { Section } from '../detail/section.tsx';
import { tellSource } from './tell-subscription.ts';

/** How current the picture of a subscription is. */
export function Diagnostic({ subscription }: { readonly subscription: Subscription }) {
  const { diagnostic, items_updated_at: itemsAt } = subscription;
  return (
    <Section title="How current this is">
      <dl className={`card ${facts.facts}`}>
        <Fact name="Up to date">
          {diagnostic.stale ? 'Not certain: its period is over and nothing was heard' : 'Yes'}
        </Fact>
        <Fact name="Last read">
          {diagnostic.last_synced_at && <Timestamp at={diagnostic.last_synced_at} />}
        </Fact>
        <Fact name="Read because of">{tellSource(diagnostic.sync_source)}</Fact>
        <Fact name="Last event">
          {diagnostic.last_event_id && (
            <>
              <CopyId id={diagnostic.last_event_id} label="provider event id" />{' '}
              {diagnostic.last_event_at && <Timestamp at={diagnostic.last_event_at} />}
            </>
          )}
        </Fact>
        <Fact name="Items changed">{itemsAt && <Timestamp at={itemsAt} />}</Fact>
      </dl>
    </Section>
  );
}
