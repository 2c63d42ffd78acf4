import { configurationStatuses } from '@parley/domain';
import {
  configurationStatusLabels,
  getSubscriptionStatusLabel,
} from '@parley/ui/subscription-status';
import { SelectField, TextField } from '#forms/text-field.tsx';
import { FilterBar, FilterFields } from '#lists/filter-bar.tsx';
import { Filter } from '#lists/list-page.tsx';
import { subscriptionStatuses } from '#messages/status-labels.ts';
import { useMode } from '#shell/person-context.tsx';
import {
  type SubscriptionFilters as Filters,
  readSubscriptionListView,
  subscriptionsHref,
} from './search-params.ts';

/** The filters of the subscription list. */
export function SubscriptionFilters({ filters }: { readonly filters: Filters }) {
  const mode = useMode();
  const { status, buyer, configuration } = filters;
  return (
    <>
      <Filter
        label="Filter by status"
        options={[undefined, ...subscriptionStatuses].map((option) => ({
          label: option ? getSubscriptionStatusLabel(option).label : 'All',
          href: subscriptionsHref(mode, { ...filters, status: option }),
          selected: option === status,
        }))}
      />
      <FilterBar
        address={subscriptionsHref(mode, filters)}
        count={[buyer, configuration].filter(Boolean).length}
        select={(values) => {
          const next = readSubscriptionListView(
            Object.fromEntries(values) as Record<string, string>,
          );
          return subscriptionsHref(mode, { ...next, status });
        }}
        unfiltered={subscriptionsHref(mode)}
      >
        <FilterFields>
          <TextField
            input={{ defaultValue: buyer, maxLength: 500, autoComplete: 'off' }}
            label="Buyer reference"
            name="buyer"
          />
          <SelectField
            label="Configuration"
            name="configuration"
            none="Any"
            options={configurationStatuses.map((value) => ({
              value,
              label: configurationStatusLabels[value].label,
            }))}
            value={configuration}
          />
        </FilterFields>
      </FilterBar>
    </>
  );
}
