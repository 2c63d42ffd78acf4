'use client';

import { Timestamp } from '@parley/ui/components';
import { endpointConditionLabels } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { Actions, Headline } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { getEndpointCondition } from '#messages/status-labels.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import type { Endpoint, Health } from './endpoint-types.ts';
import { editEndpointHref, endpointsHref } from './search-params.ts';
import { TestEventDialog } from './test-event-dialog.tsx';

interface EndpointHeadlineProps {
  readonly endpoint: Endpoint;
  readonly health: Health;
}

/** The URL and status of an endpoint, and what can be done with it. */
export function EndpointHeadline({ endpoint, health }: EndpointHeadlineProps) {
  const mode = useMode();
  const canIntegrate = usePermission('integrate');
  const { id, status } = endpoint;
  const condition = getEndpointCondition(health);
  const since = health.inactive_since ?? (status === 'active' ? health.failing_since : null);
  return (
    <Headline
      breadcrumb={[{ label: 'Webhooks', href: endpointsHref(mode) }]}
      id={id}
      idLabel="endpoint id"
      status={endpointConditionLabels[condition]}
      title={endpoint.url}
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
      {(condition === 'gone' || condition === 'deactivated') && (
        <p className="muted">
          Fix the receiver, activate the endpoint, then replay the events that were not delivered.
        </p>
      )}
      {canIntegrate ? (
        status !== 'archived' && <EndpointActions endpoint={endpoint} />
      ) : (
        <p className="muted">Your role can view the endpoint, but not change it.</p>
      )}
    </Headline>
  );
}

function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, status } = endpoint;
  const isActive = status === 'active';
  const mode = useMode();
  const update = trpc.webhookEndpoints.update.useMutation();
  const archive = trpc.webhookEndpoints.archive.useMutation();

  async function activate() {
    await update.mutateAsync({ webhook_endpoint_id: id, status: 'active' });
    return { message: 'The endpoint is active.' };
  }

  async function deactivate() {
    await update.mutateAsync({ webhook_endpoint_id: id, status: 'inactive' });
    return { message: 'The endpoint was deactivated.' };
  }

  async function archiveEndpoint() {
    await archive.mutateAsync({ webhook_endpoint_id: id });
    return { message: 'The endpoint was archived.' };
  }

  return (
    <Actions>
      {isActive ? (
        <TestEventDialog endpoint={endpoint} key="test" />
      ) : (
        <ActionForm action={activate} hideSuccess key="activate" kind="primary" submit="Activate" />
      )}
      <Link className="button" href={editEndpointHref(mode, id)}>
        Edit
      </Link>
      {isActive && (
        <ConfirmDialog
          action={deactivate}
          kind="primary"
          submit="Deactivate endpoint"
          title="Deactivate this endpoint?"
          trigger="Deactivate"
        >
          <p>
            Parley sends it no events until you activate it again. Queued deliveries wait. Events
            that happen in the meantime are not queued, but you can replay them.
          </p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        action={archiveEndpoint}
        kind="danger"
        submit="Archive endpoint"
        title="Archive this endpoint?"
        trigger="Archive"
        triggerKind="danger"
      >
        <p>
          Parley sends it no more events and cancels its waiting deliveries. This cannot be undone.
          Its deliveries stay readable for 30 days.
        </p>
      </ConfirmDialog>
    </Actions>
  );
}
