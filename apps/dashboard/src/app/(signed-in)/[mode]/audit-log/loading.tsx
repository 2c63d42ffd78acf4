export { AuditLogLoading as default } from '#audit/audit-log.tsx';
