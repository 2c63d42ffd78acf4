import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { readAuditLogView } from '#addresses/audit-log.ts';
import { AuditLog } from '#audit/audit-log.tsx';
import { auditLogInput } from '#audit/audit-log-input.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { readTimeZone } from '#server/read-time-zone.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('audit');
  return { title: t('list.title') };
}

export default async function AuditLogPage({
  params,
  searchParams,
}: PageProps<'/[mode]/audit-log'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readAuditLogView(query);
  const input = auditLogInput(view, await readTimeZone());
  await fetchQueries(mode, ({ auditEntries }) => auditEntries.list.fetch(input));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <AuditLog input={input} view={view} />
    </HydrateQueries>
  );
}
