'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import Link from 'next/link';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { type AttentionItems, describeAttention } from './describe-attention.ts';
import styles from './notices.module.css';

/** The problems that a person has to solve, shown on every page until they are solved. */
export function Notices() {
  const notices = describeAttention(useMode(), useAttention(), Date.now());
  if (notices.length === 0) return null;
  return (
    <section aria-label="Notices" className={styles.notices}>
      <ul>
        {notices.map(({ key, problem, since, nextAction, link }) => (
          <li className={styles.notice} key={key}>
            <span className={styles.icon}>
              <ToneIcon tone="critical" />
            </span>
            <p>
              <strong>{problem}</strong>{' '}
              {since && (
                <>
                  Since <Timestamp at={since} form="clock" />.{' '}
                </>
              )}
              {nextAction} <Link href={link.href}>{link.label}</Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const none: AttentionItems = { conflicts: 0, failed_provider_events: 0, endpoints: [] };

/** What needs a person's attention. Empty if it cannot be read: no page fails because of it. */
export function useAttention(): AttentionItems {
  const { data } = trpc.attention.list.useQuery(undefined, { refetchInterval: LIST_REFRESH_MS });
  return data ?? none;
}
