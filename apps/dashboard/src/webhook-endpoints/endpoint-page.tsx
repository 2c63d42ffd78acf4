'use client';

import { MAX_COUNTED_DELIVERIES } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { createEndpointPageInputs, type EndpointView } from '#addresses/webhook-endpoints.ts';
import { Columns, Fact, Facts, IdFact, Section, TimeFact } from '#details/detail-page.tsx';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { Activity } from './activity.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointHeadline } from './endpoint-headline.tsx';
import styles from './endpoint-page.module.css';
import type { Endpoint, Health, Hour } from './endpoint-types.ts';
import { formatDeliveryCount, isPartial } from './format-count.ts';
import { HourlyChart } from './hourly-chart.tsx';
import { ReplayForm } from './replay-form.tsx';
import { SigningSecret } from './signing-secret.tsx';

const REFRESH_MS = 3_000;
const CHART_REFRESH_MS = 30_000;

interface EndpointPageProps {
  readonly id: string;
  readonly view: EndpointView;
}

/** Everything about one webhook endpoint. */
export function EndpointPage({ id, view }: EndpointPageProps) {
  const canIntegrate = usePermission('integrate');
  const inputs = createEndpointPageInputs(id, view);
  const [{ webhook_endpoint: endpoint }] = trpc.webhookEndpoints.get.useSuspenseQuery(
    inputs.endpoint,
    {
      refetchInterval: ({ state: { data } }) =>
        data?.webhook_endpoint.status === 'archived' ? false : REFRESH_MS,
    },
  );
  const refetchInterval = endpoint.status === 'archived' ? false : REFRESH_MS;
  const [{ health }] = trpc.webhookEndpoints.getHealth.useSuspenseQuery(inputs.endpoint, {
    refetchInterval,
  });
  const [{ hours }] = trpc.webhookEndpoints.getHourlyDeliveries.useSuspenseQuery(inputs.endpoint, {
    refetchInterval: refetchInterval && CHART_REFRESH_MS,
  });
  const [deliveries] = trpc.deliveries.list.useSuspenseQuery(inputs.deliveries, {
    refetchInterval,
  });
  const [activity] = trpc.auditEntries.list.useSuspenseQuery(inputs.activity, { refetchInterval });
  return (
    <>
      <EndpointHeadline endpoint={endpoint} health={health} />
      <Columns
        main={
          <>
            <HealthFigures health={health} hours={hours} />
            <Deliveries endpoint={endpoint} page={deliveries} view={view} />
            {canIntegrate && endpoint.status === 'active' && <ReplayForm id={id} />}
            <Activity endpointId={id} page={activity} view={view} />
          </>
        }
        side={
          <>
            <SigningSecret endpoint={endpoint} key={id} />
            <EndpointFacts endpoint={endpoint} />
          </>
        }
      />
    </>
  );
}

interface HealthFiguresProps {
  readonly health: Health;
  readonly hours: readonly Hour[];
}

/** The deliveries of the last day in numbers and by the hour. */
function HealthFigures({ health, hours }: HealthFiguresProps) {
  const { succeeded, failed, attempts, failed_attempts } = health.last_24_hours;
  const t = useTranslations('webhookEndpoints');
  const format = useFormatter();
  return (
    <Section title={t('health.title')}>
      <dl className={`card ${styles.figures}`}>
        <Figure name={t('health.delivered')}>{formatDeliveryCount(format, succeeded)}</Figure>
        <Figure critical={failed > 0} name={t('health.failed')}>
          {formatDeliveryCount(format, failed)}
        </Figure>
        <Figure name={t('health.waiting')}>{formatDeliveryCount(format, health.waiting)}</Figure>
        <Figure critical={failed_attempts > 0} name={t('health.requests')}>
          {t('health.requestCounts', { attempts, failed: failed_attempts })}
        </Figure>
        <Figure name={t('health.lastSuccess')}>
          {health.last_success_at ? <Timestamp at={health.last_success_at} /> : t('health.never')}
        </Figure>
      </dl>
      {isPartial(health) && (
        <p className="small muted">{t('health.partial', { max: MAX_COUNTED_DELIVERIES })}</p>
      )}
      <HourlyChart hours={hours} />
    </Section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Whether it needs attention. */
  readonly critical?: boolean;
}

function Figure({ name, children, critical = false }: FigureProps) {
  return (
    <div className={styles.figure} data-critical={critical || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The settings of an endpoint. */
function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('webhookEndpoints');
  const { event_types: types } = endpoint;
  return (
    <Facts>
      <IdFact id={endpoint.id} label={t('id')} name={t('fact.endpoint')} />
      <Fact name={t('fact.events')}>
        {types ? (
          <ul>
            {types.map((type) => (
              <li key={type}>
                <code>{type}</code>
              </li>
            ))}
          </ul>
        ) : (
          t('fact.allEvents')
        )}
      </Fact>
      <Fact name={t('fact.schemaVersion')}>
        <code>{endpoint.event_schema_version}</code>
      </Fact>
      <TimeFact at={endpoint.created_at} name={t('fact.created')} />
      <TimeFact at={endpoint.updated_at} name={t('fact.changed')} />
    </Facts>
  );
}
