import { configurationStatuses } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { daysError } from '#addresses/search-params.ts';
import {
  type SubscriptionFilters as Filters,
  readSubscriptionListView,
  subscriptionsHref,
} from '#addresses/subscriptions.ts';
import { SelectField, TextField } from '#forms/text-field.tsx';
import { DayFields } from '#lists/day-fields.tsx';
import { FilterBar, FilterFields } from '#lists/filter-bar.tsx';
import { Filter } from '#lists/list-page.tsx';
import { subscriptionStatuses } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode } from '#person/person-context.tsx';

/** The filters of the subscription list. */
export function SubscriptionFilters({ filters }: { readonly filters: Filters }) {
  const t = useTranslations('subscriptions');
  const labels = useStatusLabels();
  const mode = useMode();
  const common = useTranslations('common');
  const { status, buyer, configuration, search, created_from, created_to } = filters;
  return (
    <>
      <Filter
        label={t('filter.byStatus')}
        options={[undefined, ...subscriptionStatuses].map((option) => ({
          label: option ? labels.subscription(option).label : t('filter.all'),
          href: subscriptionsHref(mode, { ...filters, status: option }),
          selected: option === status,
        }))}
      />
      <FilterBar
        address={subscriptionsHref(mode, filters)}
        count={[buyer, configuration, created_from, created_to].filter(Boolean).length}
        search={{
          label: t('filter.search'),
          placeholder: t('filter.searchPlaceholder'),
          value: search,
        }}
        select={(values) => {
          const params = Object.fromEntries(values) as Record<string, string>;
          // A search is among all subscriptions.
          const unchanged = values.has('search') ? {} : { status };
          const next = { ...readSubscriptionListView(params), ...unchanged };
          return daysError(common, params) ?? subscriptionsHref(mode, next);
        }}
        unfiltered={subscriptionsHref(mode)}
      >
        <FilterFields>
          <TextField
            input={{ defaultValue: buyer, maxLength: 500, autoComplete: 'off' }}
            label={t('filter.buyer')}
            name="buyer"
          />
          <SelectField
            label={t('filter.configuration')}
            name="configuration"
            none={t('filter.any')}
            options={configurationStatuses.map((value) => ({
              value,
              label: labels.configuration(value).label,
            }))}
            value={configuration}
          />
          <DayFields
            days={filters}
            labels={{ from: t('filter.createdFrom'), to: t('filter.createdTo') }}
          />
        </FilterFields>
      </FilterBar>
    </>
  );
}
