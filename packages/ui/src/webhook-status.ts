import type { StatusWord } from './status.ts';

/** How an endpoint stands, and why. */
export type EndpointCondition =
  | 'active'
  | 'failing'
  | 'gone'
  | 'given_up'
  | 'inactive'
  | 'archived';

export const endpointWords: Record<EndpointCondition, StatusWord> = {
  active: {
    word: 'Active',
    tone: 'settled',
    explanation: 'It is sent every event it asks for.',
  },
  failing: {
    word: 'Failing',
    tone: 'attention',
    explanation: 'Every request of late has failed. Parley keeps trying.',
  },
  gone: {
    word: 'Stopped',
    tone: 'attention',
    explanation:
      'It answered 410 Gone, so Parley made it inactive. What waited for it still waits.',
  },
  given_up: {
    word: 'Stopped',
    tone: 'attention',
    explanation:
      'Every request failed for 120 hours, so Parley made it inactive. What waited for it still waits.',
  },
  inactive: {
    word: 'Inactive',
    tone: 'quiet',
    explanation: 'It was switched off here or over the API, and is sent nothing.',
  },
  archived: {
    word: 'Archived',
    tone: 'quiet',
    explanation: 'It was ended for good and is sent nothing more.',
  },
};

/** How the endpoint's own status and its health come together. */
export function endpointCondition(endpoint: {
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

export const deliveryWords: Record<DeliveryCondition, StatusWord> = {
  waiting: { word: 'On its way', tone: 'moving', explanation: 'It has not been sent yet.' },
  retrying: {
    word: 'Retrying',
    tone: 'waiting',
    explanation: 'It has failed so far and is tried again.',
  },
  held: {
    word: 'On hold',
    tone: 'waiting',
    explanation: 'The endpoint is inactive. It is sent once the endpoint is active again.',
  },
  succeeded: { word: 'Delivered', tone: 'settled', explanation: 'The endpoint took it.' },
  failed: {
    word: 'Given up',
    tone: 'attention',
    explanation: 'Every try has failed. It is not tried again unless it is resent.',
  },
  canceled: {
    word: 'Canceled',
    tone: 'quiet',
    explanation: 'The endpoint was archived before it was delivered.',
  },
};

/**
 * A delivery that waits after a failure, or for its endpoint, is another thing than one that waits
 * for its first try.
 * @param sending whether its endpoint is sent anything now
 */
export function deliveryWord(
  delivery: {
    readonly status: 'waiting' | 'succeeded' | 'failed' | 'canceled';
    readonly http_status: number | null;
    readonly failure: string | null;
  },
  sending: boolean,
): StatusWord {
  const { status, http_status: answered, failure } = delivery;
  if (status !== 'waiting') return deliveryWords[status];
  if (!sending) return deliveryWords.held;
  const failed = failure !== null || (answered !== null && (answered < 200 || answered > 299));
  return deliveryWords[failed ? 'retrying' : 'waiting'];
}

export const providerEventWords: Record<'failed' | 'parked', StatusWord> = {
  failed: {
    word: 'Needs a person',
    tone: 'attention',
    explanation: 'It could not be applied, ten times over. Parley does not try again by itself.',
  },
  parked: {
    word: 'Parked',
    tone: 'waiting',
    explanation: 'It matches nothing of yours yet and is tried again when something is attached.',
  },
};
