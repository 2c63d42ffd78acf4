import { SelectField, TextField } from '#forms/text-field.tsx';
import { FilterBar, FilterFields } from '#lists/filter-bar.tsx';
import { daysError } from '#lists/search-params.ts';
import { useMode, usePeople } from '#shell/person-context.tsx';
import { auditLogHref, type AuditFilters as Filters, readAuditLogView } from './search-params.ts';

/** What the entries of the log are about, in the order of the pages that change it. */
const subjects = [
  { value: 'webhook_endpoint', label: 'Webhook endpoints' },
  { value: 'provider_event', label: 'Provider events' },
  { value: 'attention_item', label: 'Items that need attention' },
  { value: 'provider_config', label: 'Provider accounts' },
  { value: 'api_key', label: 'API keys' },
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'user', label: 'Sign-ins and accounts' },
  { value: 'merchant', label: 'Settings and exports' },
] as const satisfies readonly { readonly value: Filters['about']; readonly label: string }[];

/** The filters of the audit log. */
export function AuditFilters({ filters }: { readonly filters: Filters }) {
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
        label: 'Find entries by the id of their object',
        placeholder: 'Id of an endpoint, key, provider event, …',
        value: search,
      }}
      select={(values) => {
        const params = Object.fromEntries(values) as Record<string, string>;
        return daysError(params) ?? auditLogHref(mode, readAuditLogView(params));
      }}
      unfiltered={auditLogHref(mode)}
    >
      <FilterFields>
        <SelectField label="About" name="about" none="Anything" options={subjects} value={about} />
        <SelectField
          label="By"
          name="by"
          none="Anyone"
          options={isNamed ? people : [...people, { value: by, label: by }]}
          value={by}
        />
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
