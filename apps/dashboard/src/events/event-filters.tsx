import { eventTypes, isId } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { eventsHref, type EventFilters as Filters, readEventListView } from '#addresses/events.ts';
import { daysError } from '#addresses/search-params.ts';
import { SelectField } from '#forms/text-field.tsx';
import { DayFields } from '#lists/day-fields.tsx';
import { FilterBar, FilterFields } from '#lists/filter-bar.tsx';
import { useMode } from '#person/person-context.tsx';

const types = eventTypes.map((value) => ({ value, label: value }));

/** Whether a search selects no session. It would select all events. */
const isMalformed = ({ search = '' }: Readonly<Record<string, string>>) =>
  search.trim() !== '' && !isId('psess', search.trim());

/** The filters of the event list. */
export function EventFilters({ filters }: { readonly filters: Filters }) {
  const common = useTranslations('common');
  const mode = useMode();
  const t = useTranslations('events');
  const { type, search, created_from, created_to } = filters;
  return (
    <FilterBar
      address={eventsHref(mode, filters)}
      count={[type, created_from, created_to].filter(Boolean).length}
      search={{
        label: t('filter.search'),
        placeholder: t('filter.searchPlaceholder'),
        value: search,
      }}
      select={(values) => {
        const params = Object.fromEntries(values) as Record<string, string>;
        if (isMalformed(params)) return { field: 'search', message: t('filter.searchError') };
        return daysError(common, params) ?? eventsHref(mode, readEventListView(params));
      }}
      unfiltered={eventsHref(mode)}
    >
      <FilterFields>
        <SelectField
          label={t('filter.type')}
          name="type"
          none={t('filter.anyType')}
          options={types}
          value={type}
        />
        <DayFields days={filters} labels={{ from: t('filter.from'), to: t('filter.to') }} />
      </FilterFields>
    </FilterBar>
  );
}
