import { expect, it } from 'vitest';
import { apiScopes, explicitScopes, hasScope } from './api-scope.ts';

it('gives a key without selected scopes all but those that decide about money and frames', () => {
  expect(explicitScopes).toEqual(['provider_configs:write', 'embedding_origins:write']);
  const missing = apiScopes.filter((scope) => !hasScope([], scope));
  expect(missing).toEqual(explicitScopes);
});

it('gives a key with selected scopes exactly these', () => {
  const selected = ['provider_configs:write', 'events:read'] as const;
  const granted = apiScopes.filter((scope) => hasScope(selected, scope));
  expect(granted.toSorted()).toEqual(selected.toSorted());
});
