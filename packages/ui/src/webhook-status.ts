import type { StatusLabel } from './status.ts';

/** How an endpoint stands, and why. */
export type EndpointCondition =
  | 'active'
  | 'failing'
  | 'gone'
  | 'given_up'
  | 'inactive'
  | 'archived';

export const endpointConditionLabels: Record<EndpointCondition, StatusLabel> = {
  active: {
    label: 'Active',
    tone: 'success',
    explanation: 'It is sent every event it asks for.',
  },
  failing: {
    label: 'Failing',
    tone: 'critical',
    explanation: 'Every request of late has failed. Parley keeps trying.',
  },
  gone: {
    label: 'Stopped',
    tone: 'critical',
    explanation:
      'It answered 410 Gone, so Parley made it inactive. What waited for it still waits.',
  },
  given_up: {
    label: 'Stopped',
    tone: 'critical',
    explanation:
      'Every request failed for 120 hours, so Parley made it inactive. What waited for it still waits.',
  },
  inactive: {
    label: 'Inactive',
    tone: 'neutral',
    explanation: 'It was switched off here or over the API, and is sent nothing.',
  },
  archived: {
    label: 'Archived',
    tone: 'neutral',
    explanation: 'It was ended for good and is sent nothing more.',
  },
};

/** How the endpoint's own status and its health come together. */
export function getEndpointCondition(endpoint: {
  readonly status: 'active' | 'inactive' | 'archived';
  readonly inactive_reason: 'gone' | 'failing' | null;
  readonly failing_since: string | null;
}): EndpointCondition {
  const { status, inactive_reason: reason, failing_since: failing } = endpoint;
  if (status === 'active') return failing === null ? 'active' : 'failing';
  if (status === 'archived' || reason === null) return status;
  return reason === 'gone' ? 'gone' : 'given_up';
}

type DeliveryCondition = 'waiting' | 'retrying' | 'held' | 'succeeded' | 'failed' | 'canceled';

export const deliveryStatusLabels: Record<DeliveryCondition, StatusLabel> = {
  waiting: { label: 'On its way', tone: 'progress', explanation: 'It has not been sent yet.' },
  retrying: {
    label: 'Retrying',
    tone: 'pending',
    explanation: 'It has failed so far and is tried again.',
  },
  held: {
    label: 'On hold',
    tone: 'pending',
    explanation: 'The endpoint is inactive. It is sent once the endpoint is active again.',
  },
  succeeded: { label: 'Delivered', tone: 'success', explanation: 'The endpoint took it.' },
  failed: {
    label: 'Given up',
    tone: 'critical',
    explanation: 'Every try has failed. It is not tried again unless it is resent.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'The endpoint was archived before it was delivered.',
  },
};

/**
 * A delivery that waits after a failure, or for its endpoint, is another thing than one that waits
 * for its first try.
 * @param sending whether its endpoint is sent anything now
 */
export function getDeliveryStatusLabel(
  delivery: {
    readonly status: 'waiting' | 'succeeded' | 'failed' | 'canceled';
    readonly http_status: number | null;
    readonly failure: string | null;
  },
  sending: boolean,
): StatusLabel {
  const { status, http_status: answered, failure } = delivery;
  if (status !== 'waiting') return deliveryStatusLabels[status];
  if (!sending) return deliveryStatusLabels.held;
  const failed = failure !== null || (answered !== null && (answered < 200 || answered > 299));
  return deliveryStatusLabels[failed ? 'retrying' : 'waiting'];
}

export const providerEventStatusLabels: Record<'failed' | 'parked', StatusLabel> = {
  failed: {
    label: 'Needs a person',
    tone: 'critical',
    explanation: 'It could not be applied, ten times over. Parley does not try again by itself.',
  },
  parked: {
    label: 'Parked',
    tone: 'pending',
    explanation: 'It matches nothing of yours yet and is tried again when something is attached.',
  },
};
