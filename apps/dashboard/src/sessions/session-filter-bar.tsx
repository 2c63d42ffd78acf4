'use client';

import { sessionStatuses } from '@parley/domain';
import { useLocale, useTranslations } from 'next-intl';
import { countFilters, type SessionFilters, sessionsHref } from '#addresses/sessions.ts';
import { Option } from '#forms/text-field.tsx';
import { dayFields, FilterBar, FilterFields, FilterOptions } from '#lists/filter-bar.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { formatAmountField, getDecimalSign } from './amount-fields.ts';

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
  'object_missing',
  'paid_for_another_session',
  'session_canceled',
  'session_completed',
];
const listReasons = (selected: string | undefined) =>
  selected === undefined || attemptReasons.includes(selected)
    ? attemptReasons
    : [...attemptReasons, selected];

/** The fields with amounts, and the parameters of the address that they become. */
const majorFields = [
  ['min_amount', 'amount_from'],
  ['max_amount', 'amount_to'],
] as const;
const minorFields = [
  ['amount_from', 'amount_from'],
  ['amount_to', 'amount_to'],
] as const;

/** The search by id and the filters of the session list. */
export function SessionFilterBar({ filters }: { readonly filters: SessionFilters }) {
  const t = useTranslations('sessionList.filter');
  const list = useTranslations('sessionList');
  const common = useTranslations('common');
  const labels = useStatusLabels();
  const decimalSign = getDecimalSign(useLocale());
  const { currency } = filters;
  // An address can have amounts in minor units without a currency. The form shows and keeps them.
  const inMinorUnits = !currency && Boolean(filters.amount_from ?? filters.amount_to);
  const amountFields = inMinorUnits ? minorFields : majorFields;
  const getName = (reason: string) => {
    const key = `reasons.${reason}` as 'reasons.payment_declined';
    return t.has(key) ? t(key) : reason;
  };

  async function select(values: FormData) {
    // The first load of the page stays small.
    const { selectSessions } = await import('./select-sessions.ts');
    return selectSessions(values, { t: list, common, decimalSign });
  }

  return (
    <FilterBar
      address={sessionsHref(filters)}
      count={countFilters(filters)}
      search={{
        label: t('search'),
        placeholder: t('searchPlaceholder'),
        value: filters.search,
      }}
      select={select}
      unfiltered={sessionsHref()}
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
      <FilterFields
        fields={[
          {
            name: 'buyer',
            label: t('buyer'),
            value: filters.buyer,
            input: { maxLength: 500, autoComplete: 'off' },
          },
          {
            name: 'currency',
            label: t('currency'),
            value: currency?.toUpperCase(),
            input: { maxLength: 3, autoComplete: 'off', placeholder: 'EUR' },
          },
          ...amountFields.map(([name, read]) => ({
            name,
            label: t(read === 'amount_from' ? 'amountFrom' : 'amountTo'),
            value: filters[read] && formatAmountField(filters[read], currency, decimalSign),
            input: {
              inputMode: inMinorUnits ? ('numeric' as const) : ('decimal' as const),
              maxLength: 20,
              autoComplete: 'off',
            },
          })),
          ...dayFields(t('createdFrom'), t('createdTo')).map((field) => ({
            ...field,
            value: filters[field.name],
          })),
          {
            name: 'reason',
            label: t('reason'),
            value: filters.reason,
            none: t('anyReason'),
            options: listReasons(filters.reason).map((value) => ({ value, label: getName(value) })),
          },
          {
            name: 'metadata',
            label: t('metadata'),
            value: filters.metadata,
            input: { maxLength: 1_001, autoComplete: 'off', placeholder: 'order=A-1042' },
          },
        ]}
      />
      <p className="small">{t(inMinorUnits ? 'minorUnits' : 'majorUnits')}</p>
    </FilterBar>
  );
}
