/** The kinds of API keys: for the merchant's server, and for the payer's browser. */
export const apiKeyKinds = ['secret', 'publishable'] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

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
  'requests:read',
  'audit_entries:read',
  'provider_configs:read',
  'provider_configs:write',
  'embedding_origins:read',
  'embedding_origins:write',
] as const;

export type ApiScope = (typeof apiScopes)[number];

/**
 * The scopes that a key has only if they were selected for it. They decide which account receives the
 * money, and which pages may frame the payer page in both modes.
 */
export const explicitScopes: readonly ApiScope[] = [
  'provider_configs:write',
  'embedding_origins:write',
];

/**
 * Whether a secret key has a scope.
 * @param selected the scopes that were selected for the key; without any, it has all but the explicit ones
 */
export function hasScope(selected: readonly string[], scope: ApiScope): boolean {
  if (selected.length > 0) return selected.includes(scope);
  return !explicitScopes.includes(scope);
}
