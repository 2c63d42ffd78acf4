import { useTranslations } from 'next-intl';
import styles from './second-factor.module.css';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useTranslations('secondFactor.recoveryCodes');
  return (
    <div className={styles.recoveryCodes} role="status">
      <p>{t('notice')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
