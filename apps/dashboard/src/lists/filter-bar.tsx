'use client';

import { MAX_EMAIL_LENGTH } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { Link, useNavigate } from '#components/link.tsx';
import { SelectField, TextField } from '#forms/text-field.tsx';
import { useRoute } from '#person/person-context.tsx';
import styles from './filter-bar.module.css';

/** A field of a filter whose value selects nothing, and what would. */
interface FilterError {
  readonly field: string;
  readonly message: string;
}

/** The list that the values of a form select. */
export type FilterSelection = Address | FilterError;

interface FilterBarProps {
  /** The list with the filters that are set. */
  readonly address: Address;
  /** The list without any. */
  readonly unfiltered: Address;
  /** The number of filters that are set among the fields. */
  readonly count: number;
  /** The search, which stays visible while the fields are hidden. */
  readonly search?: {
    readonly label: string;
    readonly placeholder: string;
    readonly value: string | undefined;
  };
  /** The list that the values of a form select. */
  readonly select: (values: FormData) => FilterSelection | Promise<FilterSelection>;
  /** The fields. */
  readonly children: ReactNode;
}

/** The search and the filters of a list. Their values are in the address. */
export function FilterBar(props: FilterBarProps) {
  const { address, unfiltered, count, search, select, children } = props;
  const t = useTranslations('common');
  const navigate = useNavigate();
  const action = useRoute(unfiltered);
  const bar = useRef<HTMLDivElement>(null);
  // The fields show the address again when it changes. A key would also lose the focus.
  useEffect(() => {
    for (const form of bar.current?.querySelectorAll('form') ?? []) form.reset();
  }, [address]);

  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const selected = await Promise.resolve(select(new FormData(form))).catch(() => null);
    if (selected === null) {
      // What reads the values could not be loaded. The server reads them as well, without messages.
      HTMLFormElement.prototype.submit.call(form);
      return;
    }
    if (typeof selected === 'string') {
      navigate(selected);
      return;
    }
    const field = form.elements.namedItem(selected.field);
    if (!(field instanceof HTMLInputElement)) return;
    field.setCustomValidity(selected.message);
    field.reportValidity();
  }
  /** A message stays until the value it is about changes. */
  function clearErrors({ currentTarget }: FormEvent<HTMLFormElement>) {
    for (const field of currentTarget.elements) {
      if (field instanceof HTMLInputElement) field.setCustomValidity('');
    }
  }

  return (
    <div className={styles.bar} ref={bar}>
      {search && (
        <search className={styles.search}>
          <form action={action} className={styles.searchForm} onInput={clearErrors} onSubmit={open}>
            <input
              aria-label={search.label}
              autoComplete="off"
              className="field"
              defaultValue={search.value}
              maxLength={MAX_EMAIL_LENGTH}
              name="search"
              placeholder={search.placeholder}
              spellCheck={false}
              type="search"
            />
            <button className="button" type="submit">
              {t('find')}
            </button>
          </form>
        </search>
      )}
      <details className={styles.filters} open={count > 0}>
        <summary className="button">
          {count > 0 ? t('filtersSet', { count }) : t('filters')}
        </summary>
        <form
          action={action}
          aria-label={t('filters')}
          className={styles.form}
          onInput={clearErrors}
          onSubmit={open}
        >
          {children}
          <button className="button" data-kind="primary" type="submit">
            {t('apply')}
          </button>
        </form>
      </details>
      {address !== unfiltered && (
        <Link className={styles.clear} href={unfiltered}>
          {t('clearAll')}
        </Link>
      )}
    </div>
  );
}

/** A field of a filter: a select if it has options, otherwise a text field. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The text of the option for no value. */
  readonly none?: string;
  readonly input?: ComponentProps<typeof TextField>['input'];
}

/** The fields of a filter by day. `readDays` reads their values. */
export const dayFields = (from: string, to: string) =>
  [
    { name: 'created_from', label: from, input: { type: 'date' } },
    { name: 'created_to', label: to, input: { type: 'date' } },
  ] as const;

/** Fields of a filter, side by side where they fit. */
export function FilterFields({ fields }: { readonly fields: readonly FilterField[] }) {
  return (
    <div className={styles.fields}>
      {fields.map(({ name, label, value, options, none = '', input }) => {
        const field = { name, label };
        return options ? (
          <SelectField {...field} key={name} none={none} options={options} value={value} />
        ) : (
          <TextField {...field} input={{ ...input, defaultValue: value }} key={name} />
        );
      })}
    </div>
  );
}

interface FilterOptionsProps {
  readonly legend: string;
  readonly children: ReactNode;
}

/** Options of a filter. */
export function FilterOptions({ legend, children }: FilterOptionsProps) {
  return (
    <fieldset className={styles.options}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
