import { useTranslations } from 'next-intl';
import { findIgnoredFilters, type SearchParams } from '#addresses/search-params.ts';
import styles from './list-page.module.css';

const MAX_SHOWN = 5;
const MAX_LENGTH = 60;

interface IgnoredFiltersProps {
  readonly params: SearchParams;
  /** What the list shows. Each field is a parameter of the same name. */
  readonly view: object;
  /** Parameters of the form with another name than their field. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** Names what the address of a list contains and the list does not apply. */
export function IgnoredFilters({ params, view, fields }: IgnoredFiltersProps) {
  const t = useTranslations('common');
  const ignored = findIgnoredFilters(params, view, fields);
  if (ignored.length === 0) return null;
  const shown = ignored.slice(0, MAX_SHOWN).map(({ name, value }) => shorten(`${name}=${value}`));
  return (
    <p className={styles.ignored} role="status">
      {t('ignoredFilters', { count: ignored.length, filters: shown.join(', ') })}
    </p>
  );
}

const shorten = (text: string) =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
