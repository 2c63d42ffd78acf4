'use client';

import { describeRolesWith } from '@parley/router/permissions';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { providerConfigStatusLabels } from '@parley/ui/provider-config-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import { Fact, FactList } from '#details/detail-page.tsx';
import { Announcer } from '#forms/action-form.tsx';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { ConfigActions } from './config-actions.tsx';
import type { ProviderConfig } from './config-fields.tsx';
import styles from './config-list.module.css';
import {
  type ConfigListView,
  configListInput,
  configsHref,
  newConfigHref,
} from './search-params.ts';
import { SetupChecklist } from './setup-checklist.tsx';

const page = {
  title: 'Provider configs',
  lead: 'Your accounts at the payment provider. The active one takes every new payment.',
};

/** The merchant's accounts at the provider in the mode of the page, newest first. */
export function ConfigList({ view }: { readonly view: ConfigListView }) {
  const canManage = usePermission('manage_provider_configs');
  const mode = useMode();
  const [configs] = trpc.providerConfigs.list.useSuspenseQuery(configListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <ListPage {...page} action={canManage && <ConnectAccount />}>
      <SetupChecklist />
      {!canManage && (
        <p className="muted">
          You can view the configs. To change them, ask{' '}
          {describeRolesWith('manage_provider_configs', mode)}.
        </p>
      )}
      <Announcer>
        {configs.data.length > 0 ? (
          <ul className={styles.configs}>
            {configs.data.map((config) => (
              <ConfigItem canManage={canManage} config={config} key={config.id} />
            ))}
          </ul>
        ) : (
          <EmptyList title={`No account is connected in ${mode} mode.`}>
            Payers pay into an account at the payment provider. Connect one with its keys.
          </EmptyList>
        )}
      </Announcer>
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => configsHref(mode, { older })}
        nextCursor={configs.next_cursor}
      />
    </ListPage>
  );
}

/** The page while the list loads. */
export function ConfigsLoading() {
  return (
    <ListPage {...page}>
      <p className="muted" role="status">
        Loading provider configs…
      </p>
    </ListPage>
  );
}

function ConnectAccount() {
  const mode = useMode();
  return (
    <Link className="button" data-kind="primary" href={newConfigHref(mode)}>
      Connect account
    </Link>
  );
}

interface ConfigItemProps {
  readonly config: ProviderConfig;
  readonly canManage: boolean;
}

function ConfigItem({ config, canManage }: ConfigItemProps) {
  const { id, status, account_id: account } = config;
  const label = providerConfigStatusLabels[status];
  return (
    <li>
      <article aria-labelledby={id} className={`card ${styles.config}`}>
        <div className={styles.head}>
          <h2 id={id}>{account ?? config.publishable_key}</h2>
          <StatusBadge status={label} />
        </div>
        <p className="muted">{label.explanation}</p>
        {!config.webhook_secret_set && (
          <p className={styles.missing}>
            <strong>The webhook endpoint is missing.</strong> Let Parley create it at the provider,
            or create it there for the event URL and set its signing secret here. Without it, Parley
            receives no events, and the config cannot be activated.
          </p>
        )}
        <FactList>
          <Fact name="Event URL">
            <code className={styles.url}>{config.event_url}</code>
          </Fact>
          <Fact name="Publishable key">
            <CopyId id={config.publishable_key} label="publishable key" />
          </Fact>
          <Fact name="Secret key">
            {config.secret_key_last_four && <code>…{config.secret_key_last_four}</code>}
          </Fact>
          <Fact name="Signing secret">
            {config.webhook_secret_set ? 'Set' : 'Missing'}
            {config.previous_webhook_secret_expires_at && (
              <>
                ; the previous one is accepted until{' '}
                <Timestamp at={config.previous_webhook_secret_expires_at} />
              </>
            )}
          </Fact>
          <Fact name="Last event">
            {config.last_event_at ? <Timestamp at={config.last_event_at} /> : 'None received'}
          </Fact>
          <Fact name="API">{config.api_url}</Fact>
          <Fact name="Config">
            <CopyId id={id} label="config id" />
          </Fact>
          <Fact name="Created">
            <Timestamp at={config.created_at} />
          </Fact>
          <Fact name="Last change">
            <Timestamp at={config.updated_at} />
          </Fact>
        </FactList>
        {canManage && <ConfigActions config={config} />}
      </article>
    </li>
  );
}
