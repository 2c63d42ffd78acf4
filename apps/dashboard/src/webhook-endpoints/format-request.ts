import { eventRequestHeaders } from '@parley/domain';
import type { Translator } from '#messages/translator.ts';
import type { Event } from './endpoint-types.ts';

/** The request that delivers an event: its URL, its headers and the body, which is indented to be read. */
export function formatRequest(t: Translator<'deliveries'>, url: string, event: Event): string {
  const headers = {
    ...eventRequestHeaders,
    'webhook-id': event.id,
    'webhook-timestamp': `<${t('request.timestamp')}>`,
    'webhook-signature': `v1,<${t('request.signature')}>`,
  };
  return [
    `POST ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(event, null, 2),
  ].join('\n');
}
