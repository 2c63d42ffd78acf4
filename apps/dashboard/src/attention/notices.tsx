'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import Link from 'next/link';
import { describeAttention } from './describe-attention.ts';
import styles from './notices.module.css';
import { useAttention } from './use-attention.ts';

/** The problems that a person has to solve, shown on every page until they are solved. */
export function Notices() {
  const notices = describeAttention(useAttention(), Date.now());
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
