'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { OverlapOptions, useReadOverlap } from '#forms/overlap-options.tsx';
import { readField, TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import { getConfigLabels, type ProviderConfig, secretInput } from './config-fields.tsx';
import styles from './config-list.module.css';

interface ConfigProps {
  readonly config: ProviderConfig;
}

/** Names the fields of a config inside the message of an error. */
const nameFields = (message: string) =>
  message
    .replaceAll('webhook_secret', 'the signing secret')
    .replaceAll('secret_key', 'the secret key')
    .replaceAll('event_url', 'the event URL');

/** Creates the webhook endpoint at the provider. */
export function CreateWebhookEndpoint({ config: { id, event_url: url } }: ConfigProps) {
  const t = useTranslations('providerConfigs');
  const { mutateAsync } = trpc.providerConfigs.createWebhookEndpoint.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ id })}
      done={t('createEndpoint.done')}
      describeMessage={nameFields}
      kind="primary"
      submit={t('createEndpoint.submit')}
      title={t('createEndpoint.title')}
      trigger={t('createEndpoint.submit')}
      triggerKind="primary"
    >
      <p>
        {t.rich('createEndpoint.explanation', {
          url: () => <code className={styles.url}>{url}</code>,
        })}
      </p>
    </ConfirmDialog>
  );
}

/** Sets the first signing secret, or replaces it with an overlap. */
export function SetSigningSecret({ config }: ConfigProps) {
  const t = useTranslations('providerConfigs');
  // The cache of mutations does not store the secret once this form is gone.
  const { mutateAsync } = trpc.providerConfigs.update.useMutation({ gcTime: 0 });
  const { id, webhook_secret_set: isRoll } = config;
  const readOverlap = useReadOverlap('signingSecret');
  const verb = isRoll ? 'rollSecret' : 'setSecret';

  return (
    <ConfirmDialog
      mutate={(form) =>
        mutateAsync({
          id,
          webhook_secret: readField(form, 'webhook_secret'),
          ...(isRoll && { webhook_secret_overlap_seconds: readOverlap(form) }),
        })
      }
      done={t('setSecret.done')}
      kind="primary"
      labels={getConfigLabels(t)}
      submit={t('setSecret.submit')}
      title={t(`${verb}.title`)}
      trigger={t(`${verb}.trigger`)}
    >
      <TextField
        hint={t('hint.webhook_secret')}
        input={{ ...secretInput, required: true }}
        label={t(isRoll ? 'field.newWebhookSecret' : 'field.webhook_secret')}
        name="webhook_secret"
      />
      {isRoll && (
        <OverlapOptions
          hints={{ day: t('overlap.day'), week: t('overlap.week'), now: t('overlap.now') }}
          noun="signingSecret"
        />
      )}
    </ConfirmDialog>
  );
}

/** Ends the overlap in which the previous signing secret is accepted. */
export function EndOverlap({ id }: { readonly id: string }) {
  const t = useTranslations('providerConfigs');
  const { mutateAsync } = trpc.providerConfigs.update.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ id, webhook_secret_overlap_seconds: 0 })}
      done={t('endOverlap.done')}
      kind="danger"
      submit={t('endOverlap.submit')}
      title={t('endOverlap.title')}
      trigger={t('endOverlap.submit')}
    >
      <p>{t('endOverlap.consequence')}</p>
    </ConfirmDialog>
  );
}
