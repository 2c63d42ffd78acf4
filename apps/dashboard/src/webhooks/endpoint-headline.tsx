import type { EndpointHealth, WebhookEndpoint } from '@parley/contract';
import { Timestamp } from '@parley/ui/components';
import { endpointConditionLabels, getEndpointCondition } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { Actions, Headline } from '../detail/headline.tsx';
import { Confirm } from '../form/confirm.tsx';
import { DeedForm } from '../form/deed-form.tsx';
import { archiveEndpoint, pingEndpoint, switchEndpoint } from './actions.ts';
import { editEndpointHref, endpointsHref } from './address.ts';

interface EndpointHeadlineProps {
  readonly endpoint: WebhookEndpoint;
  readonly health: EndpointHealth['health'];
  readonly mayChange: boolean;
}

/** How the endpoint stands, since when, and what can be done. */
export function EndpointHeadline({ endpoint, health, mayChange }: EndpointHeadlineProps) {
  const { id, status } = endpoint;
  const condition = getEndpointCondition(health);
  const since = health.inactive_since ?? (status === 'active' ? health.failing_since : null);
  return (
    <Headline
      id={id}
      idLabel="endpoint id"
      status={endpointConditionLabels[condition]}
      title={endpoint.url}
      way={[{ word: 'Webhooks', href: endpointsHref() }]}
    >
      <p>
        {endpointConditionLabels[condition].explanation}
        {since && (
          <>
            {' '}
            Since <Timestamp at={since} form="clock" />.
          </>
        )}
      </p>
      {(condition === 'gone' || condition === 'given_up') && (
        <p className="muted">
          Mend what answers there, make the endpoint active, then replay what it has missed.
        </p>
      )}
      {mayChange ? (
        status !== 'archived' && <EndpointActions endpoint={endpoint} />
      ) : (
        <p className="muted">Your role may look but not change it.</p>
      )}
    </Headline>
  );
}

function EndpointActions({ endpoint: { id, status } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <Actions>
      {status === 'active' ? (
        <DeedForm action={pingEndpoint} hidden={{ id }} kind="first" submit="Send test event" />
      ) : (
        <DeedForm
          action={switchEndpoint}
          hidden={{ id, status: 'active' }}
          kind="first"
          submit="Make active"
        />
      )}
      <Link className="button" href={editEndpointHref(id)}>
        Edit
      </Link>
      {status === 'active' && (
        <Confirm
          action={switchEndpoint}
          hidden={{ id, status: 'inactive' }}
          kind="first"
          submit="Make inactive"
          title="Make this endpoint inactive?"
          trigger="Make inactive"
        >
          <p>
            It is sent nothing until you make it active again. What is on its way waits; events that
            happen meanwhile are not queued for it, but can be replayed.
          </p>
        </Confirm>
      )}
      <Confirm
        action={archiveEndpoint}
        hidden={{ id }}
        kind="danger"
        submit="Archive for good"
        title="Archive this endpoint?"
        trigger="Archive"
        triggerKind="danger"
      >
        <p>
          It is sent nothing more, and what waits for it is canceled. This cannot be undone; its
          deliveries stay readable for 30 days.
        </p>
      </Confirm>
    </Actions>
  );
}
