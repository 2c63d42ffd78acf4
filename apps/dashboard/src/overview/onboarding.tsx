'use client';

import { ToneIcon } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { keysHref } from '#api-keys/search-params.ts';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import { configsHref } from '#provider-configs/search-params.ts';
import { sessionsHref } from '#sessions/search-params.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import { endpointsHref } from '#webhook-endpoints/search-params.ts';
import styles from './overview-page.module.css';

type StepName = keyof Outputs['attention']['getOnboarding'];

const steps: readonly {
  readonly name: StepName;
  readonly label: string;
  readonly link: { readonly label: string; readonly href: Route };
}[] = [
  {
    name: 'provider_connected',
    label: 'Connect a provider account in test mode',
    link: { label: 'Provider configs', href: configsHref('test') },
  },
  {
    name: 'webhook_endpoint_added',
    label: 'Add a webhook endpoint that receives test events',
    link: { label: 'Webhooks', href: endpointsHref('test') },
  },
  {
    name: 'test_session_created',
    label: 'Create a test session',
    link: { label: 'Test sessions', href: sessionsHref('test') },
  },
  {
    name: 'first_session_provisioned',
    label: 'Pay a test session, fulfill the order and report it',
    link: { label: 'Paid test sessions', href: sessionsHref('test', { status: ['paid'] }) },
  },
  {
    name: 'live_provider_connected',
    label: 'Connect a provider account in live mode',
    link: { label: 'Live provider configs', href: configsHref('live') },
  },
  {
    name: 'live_key_created',
    label: 'Create a live secret key for your server',
    link: { label: 'Live API keys', href: keysHref('live') },
  },
  {
    name: 'live_session_created',
    label: 'Create the first live session from your server',
    link: { label: 'Live sessions', href: sessionsHref('live') },
  },
];

/** The steps from an empty account to live payments. Shows nothing once all are done, or if they cannot be read. */
export function Onboarding() {
  const { data } = trpc.attention.getOnboarding.useQuery(undefined, {
    refetchInterval: LIST_REFRESH_MS,
  });
  if (!data) return null;
  const done = steps.filter(({ name }) => data[name]).length;
  if (done === steps.length) return null;
  return (
    <section aria-labelledby="onboarding" className={`card ${styles.card}`}>
      <h2 id="onboarding">
        Set-up{' '}
        <span className={styles.count}>
          {done} of {steps.length} steps done
        </span>
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ name, label, link }) => (
          <li className={styles.step} key={name}>
            <ToneIcon tone={data[name] ? 'success' : 'pending'} />
            <span className={data[name] ? styles.done : undefined}>{label}</span>
            {data[name] ? (
              <span className="muted">Done</span>
            ) : (
              <Link href={link.href} prefetch={false}>
                {link.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
