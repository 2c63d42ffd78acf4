import { AuditLogLoading } from '#audit/audit-log.tsx';

export default function Loading() {
  return <AuditLogLoading />;
}
