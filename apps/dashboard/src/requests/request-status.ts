import type { StatusLabel } from '@parley/ui/status';

/** What the status of a response means. */
export function requestStatusLabel(status: number): StatusLabel {
  const label = String(status);
  if (status === 499) {
    return { label, tone: 'neutral', explanation: 'The client did not wait for the response.' };
  }
  if (status >= 500) {
    return { label, tone: 'critical', explanation: 'Parley could not serve the request.' };
  }
  if (status >= 400) {
    return { label, tone: 'pending', explanation: 'The request was refused.' };
  }
  return { label, tone: 'success', explanation: 'The request succeeded.' };
}
