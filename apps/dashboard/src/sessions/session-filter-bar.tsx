'use client';

import { sessionStatuses } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { Option, SelectField, TextField } from '#forms/text-field.tsx';
import { FilterBar, FilterFields, FilterOptions } from '#lists/filter-bar.tsx';
import { daysError } from '#lists/search-params.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode } from '#shell/person-context.tsx';
import {
  countFilters,
  hasAmountError,
  readSessionListView,
  type SessionFilters,
  sessionsHref,
} from './search-params.ts';

/** The reasons that Parley gives attempts. Those of providers are open-ended: an address can have any code. */
const attemptReasons: readonly string[] = [
  'payment_declined',
  'too_many_declines',
  'late_payment',
  'amount_mismatch',
  'currency_mismatch',
  'second_payment',
  'cart_drift',
  'cart_changed',
  'never_created',
  'session_canceled',
  'session_completed',
];
const reasonsWith = (selected: string | undefined) =>
  selected === undefined || attemptReasons.includes(selected)
    ? attemptReasons
    : [...attemptReasons, selected];

/** The search by id and the filters of the session list. */
export function SessionFilterBar({ filters }: { readonly filters: SessionFilters }) {
  const t = useTranslations('sessionList.filter');
  const common = useTranslations('common');
  const labels = useStatusLabels();
  const mode = useMode();
  const nameOf = (reason: string) => {
    const key = `reasons.${reason}` as 'reasons.payment_declined';
    return t.has(key) ? t(key) : reason;
  };

  function select(values: FormData) {
    const params = Object.fromEntries(values.entries()) as Record<string, string>;
    const next = readSessionListView({ ...params, status: values.getAll('status').map(String) });
    if (params.currency && !next.currency) {
      return { field: 'currency', message: t('currencyError') };
    }
    const { amount_from: amount = '' } = params;
    if (hasAmountError(params)) {
      return { field: 'amount_to', message: t('amountError', { amount }) };
    }
    if (params.metadata && !next.metadata) {
      return { field: 'metadata', message: t('metadataError') };
    }
    return daysError(common, params) ?? sessionsHref(mode, next);
  }

  return (
    <FilterBar
      address={sessionsHref(mode, filters)}
      count={countFilters(filters)}
      search={{
        label: t('search'),
        placeholder: t('searchPlaceholder'),
        value: filters.search,
      }}
      select={select}
      unfiltered={sessionsHref(mode)}
    >
      <FilterOptions legend={t('status')}>
        {sessionStatuses.map((status) => (
          <Option
            defaultChecked={filters.status?.includes(status) ?? false}
            key={status}
            label={labels.session(status).label}
            name="status"
            type="checkbox"
            value={status}
          />
        ))}
      </FilterOptions>
      <Option
        defaultChecked={filters.attention === 'true'}
        label={t('needsAttention')}
        name="attention"
        type="checkbox"
        value="true"
      />
      <FilterFields>
        <TextField
          input={{ defaultValue: filters.buyer, maxLength: 500, autoComplete: 'off' }}
          label={t('buyer')}
          name="buyer"
        />
        <TextField
          input={{
            defaultValue: filters.currency?.toUpperCase(),
            maxLength: 3,
            autoComplete: 'off',
            placeholder: 'EUR',
          }}
          label={t('currency')}
          name="currency"
        />
        <AmountField label={t('amountFrom')} name="amount_from" value={filters.amount_from} />
        <AmountField label={t('amountTo')} name="amount_to" value={filters.amount_to} />
        <TextField
          input={{ defaultValue: filters.created_from, type: 'date' }}
          label={t('createdFrom')}
          name="created_from"
        />
        <TextField
          input={{ defaultValue: filters.created_to, type: 'date' }}
          label={t('createdTo')}
          name="created_to"
        />
        <SelectField
          label={t('reason')}
          name="reason"
          none={t('anyReason')}
          options={reasonsWith(filters.reason).map((value) => ({ value, label: nameOf(value) }))}
          value={filters.reason}
        />
        <TextField
          input={{
            defaultValue: filters.metadata,
            maxLength: 1_001,
            autoComplete: 'off',
            placeholder: 'order=A-1042',
          }}
          label={t('metadata')}
          name="metadata"
        />
      </FilterFields>
      <p className="small">{t('units')}</p>
    </FilterBar>
  );
}

interface AmountFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
}

function AmountField({ label, name, value }: AmountFieldProps) {
  const t = useTranslations('sessionList.filter');
  const input = {
    defaultValue: value,
    inputMode: 'numeric',
    maxLength: 10,
    pattern: '\\d+',
    title: t('digits'),
    autoComplete: 'off',
  } as const;
  return <TextField input={input} label={label} name={name} />;
}
