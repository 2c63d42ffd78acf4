-- Lists the changes since a time that a restore to that time undoes: of access, settings and erased buyers.
-- Run it on the database before the restore, or on a second restore to the end of the WAL (docs/backup.md).
-- psql "$DATABASE_URL" -v since=2026-11-28T09:30:00Z -f access-changes.sql

SELECT created_at, merchant_id, mode, action, object_id, actor_kind, actor_id, details
FROM audit_entry
WHERE created_at >= :'since'
  AND action NOT IN (
    'user.signed_in', 'user.sign_in_failed', 'user.signed_out', 'user.merchant_selected',
    'user.reauthenticated', 'user.reauthentication_failed',
    'user.password_reset_requested', 'user.email_change_requested',
    'attention_item.updated', 'merchant.exported', 'event.resent',
    'provider_event.retried', 'provider_event.parked',
    'webhook_endpoint.pinged', 'webhook_endpoint.delivery_resent', 'webhook_endpoint.events_replayed')
UNION ALL
SELECT created_at, NULL, NULL, action, NULL, 'operator', operator, details
FROM operator_action
WHERE created_at >= :'since'
ORDER BY created_at;
