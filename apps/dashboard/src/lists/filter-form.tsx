import { useTranslations } from 'next-intl';
import { describeDaysError, type SearchParams } from '#addresses/search-params.ts';
import { FilterBar, type FilterField, FilterFields, type FilterSelection } from './filter-bar.tsx';
import type { FilterFormProps, ListView } from './list.tsx';

/** A search and a form with other filters. */
interface FormDeclaration<View extends ListView> {
  /** Reads the values of the form as the page reads its address. */
  readonly readView: (values: SearchParams) => NoInfer<View>;
  readonly search: {
    readonly label: string;
    readonly placeholder: string;
    /** The message for a search that selects nothing. */
    readonly error?: string;
  };
  readonly fields: readonly (FilterField & { readonly name: keyof View & string })[];
}

/** Creates the form of a list. Only lists with a form load its script. */
export const filterForm =
  <View extends ListView>(form: FormDeclaration<View>) =>
  (props: FilterFormProps<View>) => <FilterForm {...props} {...form} />;

function FilterForm<View extends ListView>(props: FilterFormProps<View> & FormDeclaration<View>) {
  const { view, getHref, unchanged, readView, search, fields } = props;
  const common = useTranslations('common');

  function select(values: FormData): FilterSelection {
    const params = Object.fromEntries(values) as Record<string, string>;
    const next = readView(params);
    if (search.error && params.search?.trim() && !next.search) {
      return { field: 'search', message: search.error };
    }
    // A search is among all rows.
    const selected = values.has('search') ? next : { ...next, ...unchanged };
    return describeDaysError(common, params) ?? getHref(selected);
  }

  return (
    <FilterBar
      address={getHref(view)}
      count={fields.filter(({ name }) => view[name]).length}
      search={{ ...search, value: view.search }}
      select={select}
      unfiltered={getHref({})}
    >
      <FilterFields fields={fields.map((field) => ({ ...field, value: view[field.name] }))} />
    </FilterBar>
  );
}
