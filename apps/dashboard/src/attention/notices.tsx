'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { Link } from '#components/link.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { trpc } from '#trpc/client.ts';
import type { AttentionCounts, AttentionItem } from './attention-kinds.ts';
import { describeNotices, failingEndpointsInput } from './describe-notices.ts';
import styles from './notices.module.css';

/** The problems that a person has to solve, shown on every page until they are solved. */
export function Notices() {
  const t = useTranslations('attention');
  const texts = { t, labels: useStatusLabels() };
  const notices = describeNotices(texts, useAttentionCounts(), useFailingEndpoints());
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('notices.label')} className={styles.notices}>
      <ul>
        {notices.map(({ key, problem, since, nextAction, link }) => (
          <li className={styles.notice} key={key}>
            <span className={styles.icon}>
              <ToneIcon tone="critical" />
            </span>
            <p>
              <strong>{problem}</strong>{' '}
              {since && (
                <>{t.rich('notices.since', { at: () => <Timestamp at={since} form="clock" /> })} </>
              )}
              {nextAction} <Link href={link.href}>{link.label}</Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many items need a person. Undefined if it cannot be read: no page fails because of it. */
export function useAttentionCounts(): AttentionCounts | undefined {
  const { data } = trpc.attention.countItems.useQuery(undefined, {
    refetchInterval: LIST_REFRESH_MS,
  });
  return data;
}

/** The endpoints that fail, as far as notices name them. */
function useFailingEndpoints(): readonly AttentionItem[] {
  const { data } = trpc.attention.listItems.useQuery(failingEndpointsInput, {
    refetchInterval: LIST_REFRESH_MS,
  });
  return data?.data ?? [];
}
