import type { StatusLabel } from './status.ts';

/** The status of an endpoint combined with its health. */
export type EndpointCondition =
  | 'active'
  | 'failing'
  | 'gone'
  | 'deactivated'
  | 'inactive'
  | 'archived';

export const endpointConditionLabels: Record<EndpointCondition, StatusLabel> = {
  active: {
    label: 'Active',
    tone: 'success',
    explanation: 'The endpoint receives all subscribed events.',
  },
  failing: {
    label: 'Failing',
    tone: 'critical',
    explanation: 'All recent requests failed. Parley retries.',
  },
  gone: {
    label: 'Stopped',
    tone: 'critical',
    explanation: 'The endpoint returned 410 Gone, so Parley deactivated it. Its deliveries wait.',
  },
  deactivated: {
    label: 'Stopped',
    tone: 'critical',
    explanation:
      'Every request failed for 120 hours, so Parley deactivated the endpoint. Its deliveries wait.',
  },
  inactive: {
    label: 'Inactive',
    tone: 'neutral',
    explanation: 'The endpoint was deactivated in the dashboard or API and receives no events.',
  },
  archived: {
    label: 'Archived',
    tone: 'neutral',
    explanation: 'The endpoint is archived and receives no events. This cannot be undone.',
  },
};

/** Combines the status and health of an endpoint. */
export function getEndpointCondition(endpoint: {
  readonly status: 'active' | 'inactive' | 'archived';
  readonly inactive_reason: 'gone' | 'failing' | null;
  readonly failing_since: string | null;
}): EndpointCondition {
  const { status, inactive_reason: reason, failing_since: failing } = endpoint;
  if (status === 'active') return failing === null ? 'active' : 'failing';
  if (status === 'archived' || reason === null) return status;
  return reason === 'gone' ? 'gone' : 'deactivated';
}

type DeliveryCondition = 'waiting' | 'retrying' | 'held' | 'succeeded' | 'failed' | 'canceled';

export const deliveryStatusLabels: Record<DeliveryCondition, StatusLabel> = {
  waiting: { label: 'Pending', tone: 'progress', explanation: 'The first attempt is pending.' },
  retrying: {
    label: 'Retrying',
    tone: 'pending',
    explanation: 'All attempts so far failed. Another attempt follows.',
  },
  held: {
    label: 'On hold',
    tone: 'pending',
    explanation: 'The endpoint is inactive. Activate it to send the event.',
  },
  succeeded: {
    label: 'Delivered',
    tone: 'success',
    explanation: 'The endpoint accepted the event.',
  },
  failed: {
    label: 'Failed',
    tone: 'critical',
    explanation: 'All attempts failed. Resend the event to try again.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'The endpoint was archived before the delivery.',
  },
};

/**
 * The label of a delivery. A waiting delivery is pending its first attempt, a retry or its endpoint.
 * @param sending whether the endpoint is active
 */
export function getDeliveryStatusLabel(
  delivery: {
    readonly status: 'waiting' | 'succeeded' | 'failed' | 'canceled';
    readonly http_status: number | null;
    readonly failure: string | null;
  },
  sending: boolean,
): StatusLabel {
  const { status, http_status: httpStatus, failure } = delivery;
  if (status !== 'waiting') return deliveryStatusLabels[status];
  if (!sending) return deliveryStatusLabels.held;
  const failed =
    failure !== null || (httpStatus !== null && (httpStatus < 200 || httpStatus > 299));
  return deliveryStatusLabels[failed ? 'retrying' : 'waiting'];
}

type ProviderEventStatus = 'waiting' | 'applied' | 'ignored' | 'parked' | 'failed';

export const providerEventStatusLabels: Record<ProviderEventStatus, StatusLabel> = {
  waiting: {
    label: 'Pending',
    tone: 'progress',
    explanation: 'Parley is about to apply the event.',
  },
  applied: { label: 'Applied', tone: 'success', explanation: 'Parley has applied the event.' },
  ignored: {
    label: 'Ignored',
    tone: 'neutral',
    explanation: 'The event changes nothing that Parley stores.',
  },
  failed: {
    label: 'Failed',
    tone: 'critical',
    explanation: 'Ten attempts to apply the event failed. Retry it manually.',
  },
  parked: {
    label: 'Parked',
    tone: 'pending',
    explanation: 'The event matches no attempt yet. Parley retries it when an object is attached.',
  },
};
