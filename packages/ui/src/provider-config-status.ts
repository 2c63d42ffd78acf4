import type { StatusLabel } from './status.ts';

/** The labels of a merchant's accounts at the provider. */
export const providerConfigStatusLabels: Record<'inactive' | 'active' | 'retired', StatusLabel> = {
  inactive: {
    label: 'Inactive',
    tone: 'pending',
    explanation: 'It has never been active and takes no payments.',
  },
  active: { label: 'Active', tone: 'success', explanation: 'It takes every new payment.' },
  retired: {
    label: 'Retired',
    tone: 'neutral',
    explanation: 'It takes no new payments. It finishes those that it began, with their refunds.',
  },
};
