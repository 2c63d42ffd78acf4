'use client';

import { sessionStatuses } from '@parley/domain';
import { sessionStatusLabels } from '@parley/ui/status';
import { Option, TextField } from '#forms/text-field.tsx';
import { FilterBar, FilterFields, FilterOptions } from '#lists/filter-bar.tsx';
import { useMode } from '#shell/person-context.tsx';
import {
  countFilters,
  rangeError,
  readSessionListView,
  type SessionFilters,
  sessionsHref,
} from './search-params.ts';

/** The search by id and the filters of the session list. */
export function SessionFilterBar({ filters }: { readonly filters: SessionFilters }) {
  const mode = useMode();

  function select(values: FormData) {
    const params = Object.fromEntries(values.entries()) as Record<string, string>;
    const next = readSessionListView({ ...params, status: values.getAll('status').map(String) });
    if (params.currency && !next.currency) {
      return { field: 'currency', message: 'Enter an active ISO 4217 code, such as EUR.' };
    }
    return rangeError(params) ?? sessionsHref(mode, next);
  }

  return (
    <FilterBar
      address={sessionsHref(mode, filters)}
      count={countFilters(filters)}
      search={{
        label: 'Find a session by any id',
        placeholder: 'Id of a session, event, request, pi_…',
        value: filters.search,
      }}
      select={select}
      unfiltered={sessionsHref(mode)}
    >
      <FilterOptions legend="Status">
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
      </FilterOptions>
      <FilterFields>
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
      </FilterFields>
      <p className="small">
        Amounts are in minor units: 4200 is €42.00 or ¥4200. Days begin at midnight UTC.
      </p>
    </FilterBar>
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
