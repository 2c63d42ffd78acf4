'use client';

import { ToneIcon } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { keysHref } from '#addresses/api-keys.ts';
import { endpointsHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import { useMode } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './config-list.module.css';

const steps = ['active_provider_config', 'secret_key', 'webhook_endpoint'] as const;

/** The pages that provide what is missing. */
const pages = { secret_key: keysHref(), webhook_endpoint: endpointsHref() };

/** What the mode of the page still needs before it can take payments. Shows nothing once it has everything. */
export function SetupChecklist() {
  const t = useTranslations('providerConfigs');
  const mode = useMode();
  const [status] = trpc.attention.getSetupStatus.useSuspenseQuery();
  if (steps.every((step) => status[step])) return null;
  return (
    <section aria-labelledby="setup" className={`card ${styles.checklist}`}>
      <h2 id="setup">{t('setup.title', { mode })}</h2>
      <ul>
        {steps.map((step) => (
          <li className={styles.item} key={step}>
            <ToneIcon tone={status[step] ? 'success' : 'pending'} />
            <div className={styles.step}>
              {t(`step.${step}`)}
              <span className="muted">{t(status[step] ? 'setup.done' : 'setup.missing')}</span>
              {step !== 'active_provider_config' && !status[step] && (
                <Link href={pages[step]}>{t(`stepLink.${step}`)}</Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
