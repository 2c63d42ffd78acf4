import type { DeliveryDetail, WebhookEndpoint } from '@parley/contract';
import { Timestamp } from '@parley/ui/components';
import { getDeliveryStatusLabel } from '@parley/ui/webhook-status';
import { Actions, Headline } from '../detail/headline.tsx';
import { DeedForm } from '../form/deed-form.tsx';
import { resendDelivery } from './actions.ts';
import { endpointHref, endpointsHref } from './address.ts';
import { shortUrl } from './short-url.ts';

interface DeliveryHeadlineProps {
  readonly delivery: DeliveryDetail['delivery'];
  readonly endpoint: WebhookEndpoint;
  readonly mayChange: boolean;
}

/** Where a delivery stands, and what can be done. */
export function DeliveryHeadline({ delivery, endpoint, mayChange }: DeliveryHeadlineProps) {
  const { event_id: eventId, next_attempt_at: next, finished_at: finished } = delivery;
  const resendable = endpoint.status === 'active';
  const word = getDeliveryStatusLabel(delivery, resendable);
  return (
    <Headline
      id={eventId}
      idLabel="event id"
      status={word}
      title={delivery.event_type}
      way={[
        { word: 'Webhooks', href: endpointsHref() },
        { word: shortUrl(endpoint.url), href: endpointHref(endpoint.id) },
      ]}
    >
      <p>
        {word.explanation}{' '}
        {next && resendable && delivery.attempts > 0 && (
          <>
            Next try <Timestamp at={next} />.
          </>
        )}
        {finished && (
          <>
            It ended <Timestamp at={finished} />, after{' '}
            {delivery.attempts === 1 ? 'one try' : `${delivery.attempts} tries`}.
          </>
        )}
      </p>
      {!resendable && finished && (
        <p className="muted">
          The endpoint is {endpoint.status}, so it cannot be sent again
          {endpoint.status === 'inactive' ? ' until the endpoint is active' : ''}.
        </p>
      )}
      {resendable && mayChange && (
        <Actions>
          <DeedForm
            action={resendDelivery}
            hidden={{ id: endpoint.id, event_id: eventId }}
            kind="first"
            submit={delivery.status === 'waiting' ? 'Send now' : 'Send again'}
          />
        </Actions>
      )}
    </Headline>
  );
}
