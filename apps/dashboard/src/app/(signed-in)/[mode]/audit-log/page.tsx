import type { Metadata } from 'next';
import { AuditLog } from '#audit/audit-log.tsx';
import { auditLogInput, readAuditLogView } from '#audit/search-params.ts';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export const metadata: Metadata = { title: 'Audit log' };

export default async function AuditLogPage({
  params,
  searchParams,
}: PageProps<'/[mode]/audit-log'>) {
  const mode = await modeOf(params);
  const view = readAuditLogView(await searchParams);
  await fetchQueries(mode, ({ auditEntries }) => auditEntries.list.fetch(auditLogInput(view)));
  return (
    <HydrateQueries mode={mode}>
      <AuditLog view={view} />
    </HydrateQueries>
  );
}
