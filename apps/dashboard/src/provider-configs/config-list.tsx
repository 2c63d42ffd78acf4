'use client';

import { rolesWith } from '@parley/domain';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import {
  accountChangeInput,
  type ConfigListView,
  configListInput,
  configsHref,
  newConfigHref,
} from '#addresses/provider-configs.ts';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { Fact, FactList, IdFact, TimeFact } from '#details/detail-page.tsx';
import { Announcer } from '#forms/action-form.tsx';
import { type CardDeclaration, CardList, CardListSkeleton } from '#lists/card-list.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode, usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { ConfigActions } from './config-actions.tsx';
import type { ProviderConfig } from './config-fields.tsx';
import styles from './config-list.module.css';
import { SetupChecklist } from './setup-checklist.tsx';

/**
 * The merchant's accounts at the provider in the mode of the page, newest first.
 * @param getReplacedAt when another account began to receive the payments instead
 */
function useConfigList(
  getReplacedAt?: (config: ProviderConfig) => string | undefined,
): CardDeclaration<ProviderConfig, ConfigListView> {
  const t = useTranslations('providerConfigs');
  const canManage = usePermission('manage_provider_configs');
  const mode = useMode();
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.loading'),
    className: styles.configs,
    getKey: ({ id }) => id,
    getHref: configsHref,
    create: canManage && { label: t('connect.title'), href: newConfigHref },
    item: (config) => (
      <ConfigItem canManage={canManage} config={config} replacedAt={getReplacedAt?.(config)} />
    ),
    skeletonCards: 2,
    empty: () => ({ title: t('list.empty', { mode }), text: t('list.emptyExplanation') }),
  };
}

export function ConfigList({ view }: { readonly view: ConfigListView }) {
  const t = useTranslations('providerConfigs');
  const canManage = usePermission('manage_provider_configs');
  const mode = useMode();
  const mayDevelopersManage = rolesWith('manage_provider_configs', mode).includes('developer');
  const [page] = trpc.providerConfigs.list.useSuspenseQuery(configListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  const [changes] = trpc.attention.listItems.useSuspenseQuery(accountChangeInput, {
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <CardList
      frame={(rows) => (
        <>
          <SetupChecklist />
          {!canManage && (
            <p className="muted">
              {t(mayDevelopersManage ? 'readOnly.developers' : 'readOnly.admins')}
            </p>
          )}
          <Announcer>{rows}</Announcer>
        </>
      )}
      list={useConfigList(({ id }) => changes.data.find(({ reason }) => reason === id)?.at)}
      page={page}
      view={view}
    />
  );
}

/** The page while the list loads. */
export function ConfigsLoading() {
  return <CardListSkeleton list={useConfigList()} />;
}

interface ConfigItemProps {
  readonly config: ProviderConfig;
  readonly canManage: boolean;
  /** When another account began to receive the payments instead, if it needs attention; RFC 3339. */
  readonly replacedAt: string | undefined;
}

function ConfigItem({ config, canManage, replacedAt }: ConfigItemProps) {
  const t = useTranslations('providerConfigs');
  const { id, status, account_id: account } = config;
  const label = useStatusLabels().providerConfig(status);
  return (
    <li>
      <article aria-labelledby={id} className={`card ${styles.config}`}>
        <div className={styles.head}>
          <h2 id={id}>{account ?? config.publishable_key}</h2>
          <StatusBadge status={label} />
        </div>
        <p className="muted">{label.explanation}</p>
        {replacedAt !== undefined && (
          <p className={styles.missing}>
            {t.rich('config.former', {
              strong: (text) => <strong>{text}</strong>,
              time: () => <Timestamp at={replacedAt} />,
            })}
          </p>
        )}
        {!config.webhook_secret_set && (
          <p className={styles.missing}>
            {t.rich('config.missingEndpoint', { strong: (text) => <strong>{text}</strong> })}
          </p>
        )}
        <FactList>
          <Fact name={t('config.eventUrl')}>
            <code className={styles.url}>{config.event_url}</code>
          </Fact>
          <IdFact
            id={config.publishable_key}
            label={t('config.publishableKeyId')}
            name={t('field.publishable_key')}
          />
          <Fact name={t('field.secret_key')}>
            {config.secret_key_last_four && <code>…{config.secret_key_last_four}</code>}
          </Fact>
          <Fact name={t('field.webhook_secret')}>
            <SigningSecret config={config} />
          </Fact>
          <Fact name={t('config.lastEvent')}>
            {config.last_event_at ? <Timestamp at={config.last_event_at} /> : t('config.noEvent')}
          </Fact>
          <Fact name={t('field.api_url')}>{config.api_url}</Fact>
          <IdFact id={id} label={t('config.idLabel')} name={t('config.id')} />
          <TimeFact at={config.created_at} name={t('config.created')} />
          <TimeFact at={config.updated_at} name={t('config.updated')} />
        </FactList>
        {canManage && <ConfigActions config={config} />}
      </article>
    </li>
  );
}

/** Whether a config has a signing secret, and until when the previous one is accepted. */
function SigningSecret({ config }: Pick<ConfigItemProps, 'config'>) {
  const t = useTranslations('providerConfigs');
  const { webhook_secret_set: isSet, previous_webhook_secret_expires_at: overlapEnd } = config;
  if (overlapEnd === null) return t(isSet ? 'config.secretIsSet' : 'config.secretIsMissing');
  return t.rich('config.secretsOverlap', { time: () => <Timestamp at={overlapEnd} /> });
}
