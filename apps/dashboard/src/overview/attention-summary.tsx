'use client';

import { ToneIcon } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { attentionHref } from '#addresses/attention.ts';
import { formatCount, orderedKinds } from '#attention/attention-kinds.ts';
import { useAttentionCounts } from '#attention/notices.tsx';
import { Link } from '#components/link.tsx';
import styles from './overview-page.module.css';

/** How many items of each kind need a person. */
export function AttentionSummary() {
  const t = useTranslations('attention');
  return (
    <section aria-labelledby="attention" className={`card ${styles.card}`}>
      <h2 id="attention">
        <Link href={attentionHref()}>{t('title')}</Link>
      </h2>
      <AttentionLinks />
    </section>
  );
}

function AttentionLinks() {
  const t = useTranslations('attention');
  const overview = useTranslations('overview');
  const counts = useAttentionCounts();
  if (!counts) return <p className="muted">{overview('uncounted')}</p>;
  const kinds = orderedKinds.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) return <p className="muted">{t('empty.open')}</p>;
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <li key={kind}>
          <Link className={styles.kind} href={attentionHref({ kind })} prefetch={false}>
            <ToneIcon tone="critical" />
            {t(`kind.${kind}.label`)}
            <span className={styles.count}>{formatCount(counts[kind])}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
