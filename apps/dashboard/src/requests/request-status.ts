import type { StatusLabel } from '@parley/ui/status';
import type { Translator } from '#messages/translator.ts';

/** What the status of a response means. */
export function getRequestStatusLabel(t: Translator<'requests'>, status: number): StatusLabel {
  const label = String(status);
  if (status === 499) return { label, tone: 'neutral', explanation: t('status.abandoned') };
  if (status >= 500) return { label, tone: 'critical', explanation: t('status.failed') };
  if (status >= 400) return { label, tone: 'pending', explanation: t('status.refused') };
  return { label, tone: 'success', explanation: t('status.succeeded') };
}
