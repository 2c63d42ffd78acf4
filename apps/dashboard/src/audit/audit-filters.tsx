import { useTranslations } from 'next-intl';
import {
  auditLogHref,
  type AuditFilters as Filters,
  readAuditLogView,
} from '#addresses/audit-log.ts';
import { daysError } from '#addresses/search-params.ts';
import { SelectField } from '#forms/text-field.tsx';
import { DayFields } from '#lists/day-fields.tsx';
import { FilterBar, FilterFields } from '#lists/filter-bar.tsx';
import { useMode, usePeople } from '#person/person-context.tsx';

/** What the entries of the log are about, in the order of the pages that change it. */
const subjects = [
  'webhook_endpoint',
  'provider_event',
  'attention_item',
  'provider_config',
  'api_key',
  'member',
  'invitation',
  'user',
  'merchant',
] as const satisfies readonly Filters['about'][];

/** The filters of the audit log. */
export function AuditFilters({ filters }: { readonly filters: Filters }) {
  const t = useTranslations('audit');
  const common = useTranslations('common');
  const mode = useMode();
  const { names } = usePeople();
  const { about, by, search, created_from, created_to } = filters;
  const people = [...names].map(([value, label]) => ({ value, label }));
  // Someone who left the team, or an API key.
  const isNamed = by === undefined || names.has(by);
  return (
    <FilterBar
      address={auditLogHref(mode, filters)}
      count={[about, by, created_from, created_to].filter(Boolean).length}
      search={{
        label: t('filter.search'),
        placeholder: t('filter.searchPlaceholder'),
        value: search,
      }}
      select={(values) => {
        const params = Object.fromEntries(values) as Record<string, string>;
        return daysError(common, params) ?? auditLogHref(mode, readAuditLogView(params));
      }}
      unfiltered={auditLogHref(mode)}
    >
      <FilterFields>
        <SelectField
          label={t('filter.about')}
          name="about"
          none={t('filter.anything')}
          options={subjects.map((value) => ({ value, label: t(`subject.${value}`) }))}
          value={about}
        />
        <SelectField
          label={t('filter.by')}
          name="by"
          none={t('filter.anyone')}
          options={isNamed ? people : [...people, { value: by, label: by }]}
          value={by}
        />
        <DayFields days={filters} labels={{ from: t('filter.from'), to: t('filter.to') }} />
      </FilterFields>
    </FilterBar>
  );
}
