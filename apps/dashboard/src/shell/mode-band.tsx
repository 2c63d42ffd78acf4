'use client';

import { modes } from '@parley/domain';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { listIn } from '#addresses/pages.ts';
import { unseen } from '#components/unseen.tsx';
import { useMode } from '#person/person-context.tsx';
import styles from './mode-band.module.css';

/** Shows the mode above every page, and switches to the other one. */
export function ModeBand() {
  const t = useTranslations('shell.mode');
  const mode = useMode();
  const path = usePathname();
  return (
    <aside aria-label={t('label')} className={styles.band} data-mode={mode}>
      <p>
        <strong>{t(`${mode}.name`)}</strong> {t(`${mode}.notice`)}
      </p>
      <nav aria-label={t('switch')} className={styles.switch}>
        {modes.map((option) => (
          // A prefetch would make the other mode the one used last.
          <Link
            aria-current={option === mode ? 'true' : undefined}
            className={styles.option}
            href={listIn(option, path)}
            key={option}
            prefetch={false}
          >
            {t.rich(`${option}.option`, { unseen })}
          </Link>
        ))}
      </nav>
    </aside>
  );
}
