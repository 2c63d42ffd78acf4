import type { Metadata } from 'next';
import { AuditLog } from '#audit/audit-log.tsx';
import { auditLogInput, readAuditLogView } from '#audit/search-params.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export const metadata: Metadata = { title: 'Audit log' };

export default async function AuditLogPage({ searchParams }: PageProps<'/audit-log'>) {
  const view = readAuditLogView(await searchParams);
  await fetchQueries(({ auditEntries }) => auditEntries.list.fetch(auditLogInput(view)));
  return (
    <HydrateQueries>
      <AuditLog view={view} />
    </HydrateQueries>
  );
}
