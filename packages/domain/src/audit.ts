/** The types of objects that the audit log is about. */
export const auditObjectTypes = [
  'api_key',
  'attention_item',
  'webhook_endpoint',
  'event',
  'provider_config',
  'provider_event',
  'merchant',
  'user',
  'member',
  'invitation',
] as const;

export type AuditObjectType = (typeof auditObjectTypes)[number];
