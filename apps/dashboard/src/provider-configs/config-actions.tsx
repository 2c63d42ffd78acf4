'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { readField, TextField } from '#forms/text-field.tsx';
import { useMode } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { getConfigLabels, type ProviderConfig, SecretKeyField } from './config-fields.tsx';
import styles from './config-list.module.css';
import { CreateWebhookEndpoint, EndOverlap, SetSigningSecret } from './signing-secret-actions.tsx';

/** The actions on a config. */
export function ConfigActions({ config }: { readonly config: ProviderConfig }) {
  const { id, status, webhook_secret_set: canActivate } = config;
  return (
    <div className={styles.buttons}>
      {status !== 'active' && canActivate && <Activate id={id} />}
      {!canActivate && <CreateWebhookEndpoint config={config} />}
      <SetSigningSecret config={config} />
      {config.previous_webhook_secret_expires_at !== null && <EndOverlap id={id} />}
      <ReplaceKeys id={id} />
      {status === 'active' && <Retire id={id} />}
    </div>
  );
}

interface ActionProps {
  readonly id: string;
}

function Activate({ id }: ActionProps) {
  const t = useTranslations('providerConfigs');
  const { mutateAsync } = trpc.providerConfigs.activate.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ id })}
      done={t('activate.done')}
      kind="primary"
      submit={t('activate.submit')}
      title={t('activate.title')}
      trigger={t('activate.trigger')}
      triggerKind="primary"
    >
      <p>{t('activate.consequence')}</p>
    </ConfirmDialog>
  );
}

function ReplaceKeys({ id }: ActionProps) {
  const t = useTranslations('providerConfigs');
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.providerConfigs.update.useMutation({ gcTime: 0 });

  return (
    <ConfirmDialog
      mutate={(form) =>
        mutateAsync({
          id,
          secret_key: readField(form, 'secret_key'),
          publishable_key: readField(form, 'publishable_key') || undefined,
        })
      }
      done={t('replace.done')}
      kind="primary"
      labels={getConfigLabels(t)}
      submit={t('replace.submit')}
      title={t('replace.title')}
      trigger={t('replace.submit')}
    >
      <p>{t('replace.explanation')}</p>
      <SecretKeyField />
      <TextField
        hint={t('hint.publishableKeyReplacement')}
        input={{ autoComplete: 'off', maxLength: 255, spellCheck: false }}
        label={t('field.publishable_key')}
        name="publishable_key"
      />
    </ConfirmDialog>
  );
}

function Retire({ id }: ActionProps) {
  const t = useTranslations('providerConfigs');
  const mode = useMode();
  const { mutateAsync } = trpc.providerConfigs.retire.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ id })}
      done={t('retire.done')}
      kind="danger"
      submit={t('retire.submit')}
      title={t('retire.title')}
      trigger={t('retire.trigger')}
      triggerKind="danger"
    >
      <p>{t('retire.consequence', { mode })}</p>
    </ConfirmDialog>
  );
}
