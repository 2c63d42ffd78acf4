import { eventTypes, isId } from '@parley/domain';
import { SelectField, TextField } from '#forms/text-field.tsx';
import { FilterBar, FilterFields } from '#lists/filter-bar.tsx';
import { daysError } from '#lists/search-params.ts';
import { useMode } from '#shell/person-context.tsx';
import { eventsHref, type EventFilters as Filters, readEventListView } from './search-params.ts';

const types = eventTypes.map((value) => ({ value, label: value }));

/** A text that is no session id would select all events. */
function searchError({ search = '' }: Readonly<Record<string, string>>) {
  if (search.trim() === '' || isId('psess', search.trim())) return null;
  return { field: 'search', message: 'Enter the id of a session, which begins with psess_.' };
}

/** The filters of the event list. */
export function EventFilters({ filters }: { readonly filters: Filters }) {
  const mode = useMode();
  const { type, search, created_from, created_to } = filters;
  return (
    <FilterBar
      address={eventsHref(mode, filters)}
      count={[type, created_from, created_to].filter(Boolean).length}
      search={{
        label: 'Find the events of a session by its id',
        placeholder: 'Session id',
        value: search,
      }}
      select={(values) => {
        const params = Object.fromEntries(values) as Record<string, string>;
        return (
          searchError(params) ?? daysError(params) ?? eventsHref(mode, readEventListView(params))
        );
      }}
      unfiltered={eventsHref(mode)}
    >
      <FilterFields>
        <SelectField label="Type" name="type" none="Any" options={types} value={type} />
        <TextField
          input={{ defaultValue: created_from, type: 'date' }}
          label="From"
          name="created_from"
        />
        <TextField
          input={{ defaultValue: created_to, type: 'date' }}
          label="To"
          name="created_to"
        />
      </FilterFields>
      <p className="small">Days begin at midnight UTC.</p>
    </FilterBar>
  );
}
