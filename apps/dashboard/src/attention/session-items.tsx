import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { Link } from '#components/link.tsx';
import { Fact, Section, TimeFact } from '#details/detail-page.tsx';
import { useExplainReason } from '#format/explain-reason.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { type AttentionItem, kindDescriptions } from './attention-kinds.ts';
import { Assignee, Decisions } from './decisions.tsx';
import styles from './session-items.module.css';
import { useTriage } from './use-triage.ts';

// The first load of the page stays small.
const TriageMenu = dynamic(async () => (await import('./triage-menu.tsx')).TriageMenu, {
  ssr: false,
});

/** The items that concern a session, also snoozed ones. Renders nothing without any. */
export function SessionItems({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations('attention');
  const { data = [] } = trpc.attention.listSessionItems.useQuery(
    { id: sessionId },
    { refetchInterval: LIST_REFRESH_MS },
  );
  if (data.length === 0) return null;
  return (
    <Section title={t('title')}>
      <ul className={styles.items}>
        {data.map((item) => (
          <SessionItem item={item} key={`${item.kind} ${item.id}`} sessionId={sessionId} />
        ))}
      </ul>
    </Section>
  );
}

/** The message about what to do. A renewal is not what the session is fulfilled for, and what was lost needs nothing. */
function getNextAction({ kind, subscription_id: subscriptionId, reason }: AttentionItem) {
  if (kind === 'open_dispute' && subscriptionId) return 'disputedRenewal';
  if (kind === 'closed_dispute' && (subscriptionId || reason !== 'won')) return 'closedDispute';
  return `kind.${kind}.nextAction` as const;
}

interface SessionItemProps {
  readonly item: AttentionItem;
  readonly sessionId: string;
}

function SessionItem({ item, sessionId }: SessionItemProps) {
  const t = useTranslations('attention');
  const notes = useTranslations('providerEvents');
  const labels = useStatusLabels();
  const explainReason = useExplainReason();
  const canTriage = usePermission('triage');
  const actions = useTriage(item);
  const { when, detail, href } = kindDescriptions[item.kind];
  const name = t(`kind.${item.kind}.one`);
  const page = href(item);
  return (
    <li className={`card ${styles.item}`}>
      <div className={styles.head}>
        <strong>{page === sessionHref(sessionId) ? name : <Link href={page}>{name}</Link>}</strong>
        {canTriage && <TriageMenu {...actions} item={item} subject={name} />}
      </div>
      {item.subscription_id && <p>{t('renewal')}</p>}
      {detail?.column === 'reason' && <p>{detail.of(item, { t, notes, labels, explainReason })}</p>}
      <p className="muted">{t(getNextAction(item))}</p>
      <dl className={styles.facts}>
        <TimeFact at={item.at} name={t(`when.${when}`)} />
        <Fact name={t('column.assignee')}>
          <Assignee userId={actions.triage.assignee_id} />
        </Fact>
      </dl>
      <Decisions triage={actions.triage} />
    </li>
  );
}
