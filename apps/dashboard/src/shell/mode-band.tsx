'use client';

import { isMode, type Mode, modes } from '@parley/domain';
import type { Route } from 'next';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import styles from './mode-band.module.css';
import { useMode } from './person-context.tsx';
import { unseen } from './unseen.tsx';

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

/** The same list in a mode. An object exists in one mode only, so the page of one leads to its list. */
export function listIn(mode: Mode, path: string): Route {
  const [, first, list] = path.split('/');
  return `/${mode}/${(isMode(first) && list) || 'overview'}` as Route;
}
