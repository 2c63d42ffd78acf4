/** The scopes of an API key: read or write access to one type of resource. */
export const apiScopes = [
  'proxy_sessions:read',
  'proxy_sessions:write',
  'acquisition_attempts:read',
  'acquisition_attempts:write',
  'subscriptions:read',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'events:read',
  'audit_entries:read',
  'provider_configs:read',
  'provider_configs:write',
] as const;

export type ApiScope = (typeof apiScopes)[number];
