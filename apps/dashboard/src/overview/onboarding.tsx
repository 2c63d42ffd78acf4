'use client';

import { ToneIcon } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { keysHref } from '#addresses/api-keys.ts';
import { inMode } from '#addresses/mode-route.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { sessionsHref } from '#addresses/sessions.ts';
import { endpointsHref } from '#addresses/webhook-endpoints.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './overview-page.module.css';

type StepName = keyof Outputs['attention']['getOnboarding'];

/** The steps in their order, with the page where each is done. */
const steps: readonly { readonly name: StepName; readonly href: Route }[] = [
  { name: 'provider_connected', href: inMode('test', configsHref()) },
  { name: 'webhook_received', href: inMode('test', endpointsHref()) },
  { name: 'test_session_created', href: inMode('test', sessionsHref()) },
  { name: 'first_session_provisioned', href: inMode('test', sessionsHref({ status: ['paid'] })) },
  { name: 'live_provider_connected', href: inMode('live', configsHref()) },
  { name: 'live_key_created', href: inMode('live', keysHref()) },
  { name: 'live_session_created', href: inMode('live', sessionsHref()) },
];

/** The steps from an empty account to live payments. Shows nothing once all are done, or if they cannot be read. */
export function Onboarding() {
  const t = useTranslations('overview.onboarding');
  const { data } = trpc.attention.getOnboarding.useQuery(undefined, {
    refetchInterval: LIST_REFRESH_MS,
  });
  if (!data) return null;
  const done = steps.filter(({ name }) => data[name]).length;
  if (done === steps.length) return null;
  return (
    <section aria-labelledby="onboarding" className={`card ${styles.card}`}>
      <h2 id="onboarding">
        {t.rich('title', {
          done,
          all: steps.length,
          count: (text) => <span className={styles.count}>{text}</span>,
        })}
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ name, href }) => (
          <li className={styles.step} key={name}>
            <ToneIcon tone={data[name] ? 'success' : 'pending'} />
            <span className={data[name] ? styles.done : undefined}>{t(`${name}.label`)}</span>
            {data[name] ? (
              <span className="muted">{t('done')}</span>
            ) : (
              <Link href={href} prefetch={false}>
                {t(`${name}.link`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
