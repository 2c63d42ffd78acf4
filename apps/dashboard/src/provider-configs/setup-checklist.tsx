'use client';

import type { Mode } from '@parley/domain';
import { ToneIcon } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { keysHref } from '#api-keys/search-params.ts';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { endpointsHref } from '#webhook-endpoints/search-params.ts';
import styles from './config-list.module.css';

type SetupStatus = Outputs['attention']['getSetupStatus'];

const steps: readonly {
  readonly name: keyof SetupStatus;
  readonly label: string;
  readonly link?: { readonly label: string; readonly hrefIn: (mode: Mode) => Route };
}[] = [
  { name: 'active_provider_config', label: 'An active provider config' },
  {
    name: 'secret_key',
    label: 'A secret API key for your server',
    link: { label: 'API keys', hrefIn: keysHref },
  },
  {
    name: 'webhook_endpoint',
    label: 'A webhook endpoint that receives events',
    link: { label: 'Webhooks', hrefIn: endpointsHref },
  },
];

/** What the mode of the page still needs before it can take payments. Shows nothing once it has everything. */
export function SetupChecklist() {
  const mode = useMode();
  const [status] = trpc.attention.getSetupStatus.useSuspenseQuery();
  if (steps.every(({ name }) => status[name])) return null;
  return (
    <section aria-labelledby="setup" className={`card ${styles.checklist}`}>
      <h2 id="setup">What {mode} mode still needs</h2>
      <ul>
        {steps.map(({ name, label, link }) => (
          <li className={styles.item} key={name}>
            <ToneIcon tone={status[name] ? 'success' : 'pending'} />
            {label}
            <span className="muted">{status[name] ? 'Done' : 'Missing'}</span>
            {link && !status[name] && <Link href={link.hrefIn(mode)}>{link.label}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}
