import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { Button } from '#components/button.tsx';
import { useContentFocus } from '#forms/action-form.tsx';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  /** What is selected, for screen readers. */
  readonly label: string;
  readonly selection: Pick<Selection<unknown>, 'rows' | 'selectAll'>;
  /** The number of rows on the page. */
  readonly pageSize: number;
  /** The actions on the selected rows. */
  readonly children: ReactNode;
}

/** How many rows are selected, and what can be done with them. */
export function SelectionBar({ label, selection, pageSize, children }: SelectionBarProps) {
  const t = useTranslations('common.selection');
  const { rows, selectAll } = selection;
  // The bar ends with the selection, and with it the button that has the focus.
  useContentFocus(useRef(true));
  return (
    <section aria-label={label} className={styles.bar}>
      <p className={styles.count}>{t('count', { count: rows.length })}</p>
      {rows.length < pageSize && (
        <Button onPress={() => selectAll(true)}>{t('all', { count: pageSize })}</Button>
      )}
      <Button onPress={() => selectAll(false)}>{t('clear')}</Button>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
