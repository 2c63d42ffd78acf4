import type { StatusLabel } from './status.ts';

/** The status of a key. `rolled`: it has a successor and works until its overlap ends. */
type ApiKeyCondition = 'active' | 'rolled' | 'expired' | 'revoked';

const apiKeyConditionLabels: Record<ApiKeyCondition, StatusLabel> = {
  active: { label: 'Active', tone: 'success', explanation: 'The API accepts the key.' },
  rolled: {
    label: 'Rolled',
    tone: 'pending',
    explanation: 'The key has a successor. The API accepts it until it expires.',
  },
  expired: { label: 'Expired', tone: 'neutral', explanation: 'The API rejects the key.' },
  revoked: { label: 'Revoked', tone: 'neutral', explanation: 'The API rejects the key.' },
};

/** The label of a key. */
export function getApiKeyStatusLabel(key: {
  readonly status: 'active' | 'expired' | 'revoked';
  readonly replaced_by: string | null;
}): StatusLabel {
  const isRolled = key.status === 'active' && key.replaced_by !== null;
  return apiKeyConditionLabels[isRolled ? 'rolled' : key.status];
}
