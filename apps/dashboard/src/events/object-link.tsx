import { shortId } from '@parley/ui/short-id';
import { useTranslations } from 'next-intl';
import { sessionHref } from '#addresses/sessions.ts';
import { subscriptionHref } from '#addresses/subscriptions.ts';
import { endpointHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import type { Outputs } from '#trpc/client.ts';

type Event = Outputs['events']['get']['event'];

/** A link to the page of what an event is about; of an attempt or a payment, to its session. A sample is about nothing. */
export function ObjectLink({ event }: { readonly event: Event }) {
  const t = useTranslations('events');
  const { id, proxy_session_id: sessionId } = event.data.object;
  const [resource] = event.type.split('.');
  const objectId = String(id);
  if (event.test && resource !== 'webhook_endpoint') return t('fact.testEvent');
  const links = {
    proxy_session: sessionHref(objectId),
    acquisition_attempt: sessionHref(String(sessionId)),
    payment: sessionHref(String(sessionId)),
    subscription: subscriptionHref(objectId),
    webhook_endpoint: endpointHref(objectId),
  };
  return <Link href={links[resource as keyof typeof links]}>{shortId(objectId)}</Link>;
}
