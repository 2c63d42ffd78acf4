'use client';

import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { editEndpointHref, endpointsHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import { Actions, Headline } from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { getEndpointCondition } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import type { Endpoint, Health } from './endpoint-types.ts';
import { TestEventDialog } from './test-event-dialog.tsx';

interface EndpointHeadlineProps {
  readonly endpoint: Endpoint;
  readonly health: Health;
}

/** The URL and status of an endpoint, and what can be done with it. */
export function EndpointHeadline({ endpoint, health }: EndpointHeadlineProps) {
  const t = useTranslations('webhookEndpoints');
  const labels = useStatusLabels();
  const canIntegrate = usePermission('integrate');
  const { id, status } = endpoint;
  const condition = getEndpointCondition(health);
  const label = labels.endpoint(condition);
  const since = health.inactive_since ?? (status === 'active' ? health.failing_since : null);
  return (
    <Headline
      breadcrumb={[{ label: t('list.title'), href: endpointsHref() }]}
      id={id}
      idLabel={t('id')}
      status={label}
      title={endpoint.url}
    >
      <p>
        {label.explanation}{' '}
        {since && t.rich('headline.since', { at: () => <Timestamp at={since} form="clock" /> })}
      </p>
      {(condition === 'gone' || condition === 'deactivated') && (
        <p className="muted">{t('headline.fixReceiver')}</p>
      )}
      {canIntegrate ? (
        status !== 'archived' && <EndpointActions endpoint={endpoint} />
      ) : (
        <p className="muted">{t('headline.readOnly')}</p>
      )}
    </Headline>
  );
}

function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('webhookEndpoints');
  const { id, status } = endpoint;
  const isActive = status === 'active';
  const update = trpc.webhookEndpoints.update.useMutation();
  const archive = trpc.webhookEndpoints.archive.useMutation();

  return (
    <Actions>
      {isActive ? (
        <TestEventDialog endpoint={endpoint} key="test" />
      ) : (
        <ActionForm
          mutate={() => update.mutateAsync({ webhook_endpoint_id: id, status: 'active' })}
          done={t('headline.activated')}
          hideSuccess
          key="activate"
          kind="primary"
          submit={t('headline.activate')}
        />
      )}
      <Link className="button" href={editEndpointHref(id)}>
        {t('headline.edit')}
      </Link>
      {isActive && (
        <ConfirmDialog
          mutate={() => update.mutateAsync({ webhook_endpoint_id: id, status: 'inactive' })}
          done={t('deactivate.done')}
          kind="primary"
          submit={t('deactivate.submit')}
          title={t('deactivate.title')}
          trigger={t('deactivate.trigger')}
        >
          <p>{t('deactivate.text')}</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        mutate={() => archive.mutateAsync({ webhook_endpoint_id: id })}
        done={t('archive.done')}
        kind="danger"
        submit={t('archive.submit')}
        title={t('archive.title')}
        trigger={t('archive.trigger')}
        triggerKind="danger"
      >
        <p>{t('archive.text')}</p>
      </ConfirmDialog>
    </Actions>
  );
}
