'use client';

import { sessionStatuses } from '@parley/domain';
import { sessionStatusLabels } from '@parley/ui/status';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useRef } from 'react';
import { Option, TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import {
  countFilters,
  rangeError,
  readSessionListView,
  type SessionFilters,
  sessionsHref,
} from './search-params.ts';
import styles from './session-filter-bar.module.css';

/** The search by id and the filters of the session list. Their values are in the address. */
export function SessionFilterBar({ filters }: { readonly filters: SessionFilters }) {
  const mode = useMode();
  const router = useRouter();
  const count = countFilters(filters);
  const hasAny = count > 0 || filters.status !== undefined || filters.search !== undefined;

  const address = sessionsHref(mode, filters);
  const bar = useRef<HTMLDivElement>(null);
  // The fields show the address again when it changes. A key would also lose the focus.
  useEffect(() => {
    for (const form of bar.current?.querySelectorAll('form') ?? []) form.reset();
  }, [address]);

  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const params = Object.fromEntries(values.entries()) as Record<string, string>;
    const next = readSessionListView({ ...params, status: values.getAll('status').map(String) });
    const error = rangeError(params);
    const field = error && form.elements.namedItem(error.field);
    if (field instanceof HTMLInputElement) {
      field.setCustomValidity(error?.message ?? '');
      field.reportValidity();
      return;
    }
    const currency = form.elements.namedItem('currency');
    if (params.currency && !next.currency && currency instanceof HTMLInputElement) {
      currency.setCustomValidity('Enter an active ISO 4217 code, such as EUR.');
      currency.reportValidity();
      return;
    }
    router.push(sessionsHref(mode, next));
  }
  /** A message stays until the value it is about changes. */
  function clearErrors({ currentTarget }: FormEvent<HTMLFormElement>) {
    for (const field of currentTarget.elements) {
      if (field instanceof HTMLInputElement) field.setCustomValidity('');
    }
  }

  return (
    <div className={styles.bar} ref={bar}>
      <search className={styles.search}>
        <form action={sessionsHref(mode)} className={styles.searchForm} onSubmit={open}>
          <input
            aria-label="Find a session by any id"
            autoComplete="off"
            className="field"
            defaultValue={filters.search}
            maxLength={255}
            name="search"
            placeholder="Id of a session, event, request, pi_…"
            spellCheck={false}
            type="search"
          />
          <button className="button" type="submit">
            Find
          </button>
        </form>
      </search>

      <details className={styles.filters} open={count > 0}>
        <summary className="button">Filters{count > 0 && ` (${count})`}</summary>
        <form
          action={sessionsHref(mode)}
          aria-label="Filters"
          className={styles.form}
          onInput={clearErrors}
          onSubmit={open}
        >
          <fieldset className={styles.statuses}>
            <legend>Status</legend>
            {sessionStatuses.map((status) => (
              <Option
                defaultChecked={filters.status?.includes(status) ?? false}
                key={status}
                label={sessionStatusLabels[status].label}
                name="status"
                type="checkbox"
                value={status}
              />
            ))}
          </fieldset>
          <div className={styles.fields}>
            <TextField
              input={{ defaultValue: filters.buyer, maxLength: 500, autoComplete: 'off' }}
              label="Buyer reference"
              name="buyer"
            />
            <TextField
              input={{
                defaultValue: filters.currency?.toUpperCase(),
                maxLength: 3,
                autoComplete: 'off',
                placeholder: 'EUR',
              }}
              label="Currency"
              name="currency"
            />
            <AmountField label="Amount from" name="amount_from" value={filters.amount_from} />
            <AmountField label="Amount to" name="amount_to" value={filters.amount_to} />
            <TextField
              input={{ defaultValue: filters.created_from, type: 'date' }}
              label="Created from"
              name="created_from"
            />
            <TextField
              input={{ defaultValue: filters.created_to, type: 'date' }}
              label="Created to"
              name="created_to"
            />
          </div>
          <p className="small">
            Amounts are in minor units: 4200 is €42.00 or ¥4200. Days begin at midnight UTC.
          </p>
          <button className="button" data-kind="primary" type="submit">
            Apply filters
          </button>
        </form>
      </details>
      {hasAny && (
        <Link className={styles.clear} href={sessionsHref(mode)}>
          Clear all
        </Link>
      )}
    </div>
  );
}

interface AmountFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
}

function AmountField({ label, name, value }: AmountFieldProps) {
  const input = {
    defaultValue: value,
    inputMode: 'numeric',
    maxLength: 10,
    pattern: '\\d+',
    title: 'Digits only',
    autoComplete: 'off',
  } as const;
  return <TextField input={input} label={label} name={name} />;
}

/** The space of the status filter and this bar while the list loads. */
export function FilterPlaceholder() {
  return <div className={styles.placeholder} />;
}
