import { useTranslations } from 'next-intl';
import styles from './overview-page.module.css';

/** The figures while they load, with about the size that they will have. */
export function FiguresLoading() {
  const t = useTranslations('overview');
  return (
    <div aria-busy="true" className={styles.loading}>
      <p className="unseen" role="status">
        {t('loading')}
      </p>
      <div className={`card ${styles.placeholder}`} />
      <div className={styles.columns}>
        <div className={`card ${styles.placeholder}`} />
        <div className={`card ${styles.placeholder}`} />
      </div>
    </div>
  );
}
