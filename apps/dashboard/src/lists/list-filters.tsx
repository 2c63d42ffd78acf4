import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { daysError, type SearchParams } from '#addresses/search-params.ts';
import { FilterBar, type FilterField, FilterFields, type FilterSelection } from './filter-bar.tsx';
import { Filter } from './list-page.tsx';

/** What the address of a list selects. Each field is a parameter of the same name. */
export type ListView = Readonly<Record<string, string | undefined>>;

/** The filters of a list. Their names are parameters of its address. */
export interface Filters<View extends ListView> {
  /** A choice of a subset by links. The option without a value is the list without this filter. */
  readonly tabs?: {
    readonly name: keyof View & string;
    readonly label: string;
    readonly options: readonly { readonly value?: string | undefined; readonly label: string }[];
  };
  /** A search and a form with other filters. */
  readonly form?: {
    /** Reads the values of the form as the page reads its address. */
    readonly readView: (values: SearchParams) => View;
    readonly search: {
      readonly label: string;
      readonly placeholder: string;
      /** The message for a search that selects nothing. */
      readonly error?: string;
    };
    readonly fields: readonly (FilterField & { readonly name: keyof View & string })[];
  };
}

interface ListFiltersProps<View extends ListView> {
  readonly filters: Filters<View>;
  /** The filters that are set, without the position of a page. */
  readonly view: View;
  readonly hrefOf: (view: Partial<View>) => Route;
}

/** The controls of the filters of a list. */
export function ListFilters<View extends ListView>(props: ListFiltersProps<View>) {
  const common = useTranslations('common');
  const { view, hrefOf } = props;
  const { tabs, form } = props.filters;

  function select(values: FormData): FilterSelection {
    const params = Object.fromEntries(values) as Record<string, string>;
    const next = form?.readView(params);
    if (form?.search.error && params.search?.trim() && !next?.search) {
      return { field: 'search', message: form.search.error };
    }
    // A search is among all rows.
    const unchanged = tabs && !values.has('search') ? { [tabs.name]: view[tabs.name] } : {};
    return daysError(common, params) ?? hrefOf({ ...next, ...unchanged } as Partial<View>);
  }

  return (
    <>
      {tabs && (
        <Filter
          label={tabs.label}
          options={tabs.options.map(({ value, label }) => ({
            label,
            href: hrefOf({ ...view, [tabs.name]: value }),
            selected: value === view[tabs.name],
          }))}
        />
      )}
      {form && (
        <FilterBar
          address={hrefOf(view)}
          count={form.fields.filter(({ name }) => view[name]).length}
          search={{ ...form.search, value: view.search }}
          select={select}
          unfiltered={hrefOf({})}
        >
          <FilterFields
            fields={form.fields.map((field) => ({ ...field, value: view[field.name] }))}
          />
        </FilterBar>
      )}
    </>
  );
}
