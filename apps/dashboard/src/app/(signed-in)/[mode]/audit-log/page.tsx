import { auditLogInput, readAuditLogView } from '#addresses/audit-log.ts';
import { AuditLog } from '#audit/audit-log.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('audit.list.title'));

export default createListPage({
  readView: readAuditLogView,
  createInput: auditLogInput,
  fetch: ({ auditEntries }, input) => auditEntries.list.fetch(input),
  render: (view, input) => <AuditLog input={input} view={view} />,
});
