import { Timestamp, ToneIcon } from '@parley/ui/components';
import Link from 'next/link';
import { findAttention } from './find-attention.ts';
import styles from './notices.module.css';
import { tellAttention } from './tell-attention.ts';

/** What somebody has to do something about, on every page until it is done. */
export async function Notices() {
  const notices = tellAttention(await findAttention(), Date.now());
  if (notices.length === 0) return null;
  return (
    <section aria-label="Notices" className={styles.notices}>
      <ul>
        {notices.map(({ key, what, since, todo, link }) => (
          <li className={styles.notice} key={key}>
            <span className={styles.shape}>
              <ToneIcon tone="critical" />
            </span>
            <p>
              <strong>{what}</strong>{' '}
              {since && (
                <>
                  Since <Timestamp at={since} form="clock" />.{' '}
                </>
              )}
              {todo} <Link href={link.href}>{link.word}</Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
