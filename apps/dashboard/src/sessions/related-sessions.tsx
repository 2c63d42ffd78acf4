'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { sessionHref, sessionsHref } from '#addresses/sessions.ts';
import { Link } from '#components/link.tsx';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { trpc } from '#trpc/client.ts';
import { getRefreshInterval } from './next-action.ts';
import { createRelatedSessionsInput, MAX_RELATED } from './related-sessions-input.ts';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** The newest other sessions of the same buyer. Renders nothing without any. */
export function RelatedSessions({ session }: Pick<SessionTimeline, 'session'>) {
  const t = useTranslations('sessionPage.related');
  const labels = useStatusLabels();
  const buyer = session.buyer_reference;
  const { data: page } = trpc.sessions.listOverviews.useQuery(createRelatedSessionsInput(buyer), {
    refetchInterval: getRefreshInterval(session.status) && LIST_REFRESH_MS,
  });
  const others = page?.data.filter(({ id }) => id !== session.id).slice(0, MAX_RELATED) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title={t('title')}>
      <table className={details.lines}>
        <caption className="unseen">{t('caption', { buyer })}</caption>
        <tbody>
          {others.map(({ id, status, payment_status: payment, final, created_at }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={sessionHref(id)} prefetch={false}>
                  <StatusBadge status={labels.sessionWithPayment(status, payment)} />
                </Link>
              </th>
              <td className={details.number}>
                <Amount amountMinor={final.amount_minor} currency={final.currency} />
              </td>
              <td className={details.number}>
                <Timestamp at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.allOfBuyer}>
        <Link href={sessionsHref({ buyer })}>{t('all', { buyer })}</Link>
      </p>
    </Section>
  );
}
