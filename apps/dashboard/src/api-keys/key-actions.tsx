'use client';

import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { OverlapOptions, useReadOverlap } from '#forms/overlap-options.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useMode } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './key-list.module.css';

export type ApiKey = Outputs['apiKeys']['list']['data'][number];

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  /** Whether it is the last secret key that will work. */
  readonly isLastSecret: boolean;
  /** Receives the value of the successor of a secret key. */
  readonly onRolled: (value: string) => void;
}

/** The actions on an active key. */
export function KeyActions({ apiKey, isLastSecret, onRolled }: KeyActionsProps) {
  return (
    <div className={styles.buttons}>
      <RenameKey apiKey={apiKey} />
      {apiKey.replaced_by === null && <RollKey apiKey={apiKey} onRolled={onRolled} />}
      <RevokeKey apiKey={apiKey} isLastSecret={isLastSecret} />
    </div>
  );
}

function RenameKey({ apiKey: { id, name } }: Pick<KeyActionsProps, 'apiKey'>) {
  const t = useTranslations('apiKeys');
  const { mutateAsync } = trpc.apiKeys.rename.useMutation();

  return (
    <ConfirmDialog
      mutate={(form) => mutateAsync({ id, name: String(form.get('name')) })}
      kind="primary"
      labels={{ name: t('subject.name') }}
      submit={t('rename.submit')}
      title={t('rename.title', { name })}
      trigger={t('rename.trigger')}
    >
      <TextField
        input={{ autoComplete: 'off', defaultValue: name, maxLength: 100, required: true }}
        label={t('create.name')}
        name="name"
      />
    </ConfirmDialog>
  );
}

function RollKey({ apiKey, onRolled }: Pick<KeyActionsProps, 'apiKey' | 'onRolled'>) {
  const t = useTranslations('apiKeys');
  const { id, kind, name } = apiKey;
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.apiKeys.roll.useMutation({ gcTime: 0 });
  const readOverlap = useReadOverlap('key');
  const isPublishable = kind === 'publishable';

  async function roll(form: FormData) {
    const { value } = await mutateAsync({ id, overlap_seconds: readOverlap(form) });
    if (!isPublishable) onRolled(value);
  }

  return (
    <ConfirmDialog
      mutate={roll}
      {...(isPublishable && { done: t('roll.done', { name }) })}
      kind="primary"
      submit={t('roll.submit')}
      title={t('roll.title', { name })}
      trigger={t('roll.trigger')}
    >
      <p>{t('roll.consequence')}</p>
      {isPublishable && <p>{t('roll.publishableConsequence')}</p>}
      <OverlapOptions noun="key" />
    </ConfirmDialog>
  );
}

function RevokeKey({ apiKey, isLastSecret }: Pick<KeyActionsProps, 'apiKey' | 'isLastSecret'>) {
  const t = useTranslations('apiKeys');
  const { id, kind, name } = apiKey;
  const mode = useMode();
  const { mutateAsync } = trpc.apiKeys.revoke.useMutation();

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ id })}
      done={t('revoke.done', { name })}
      kind="danger"
      submit={t('revoke.submit')}
      title={t('revoke.title', { name })}
      trigger={t('revoke.trigger')}
    >
      <p>{t(kind === 'secret' ? 'revoke.secretConsequence' : 'revoke.publishableConsequence')}</p>
      {isLastSecret && (
        <p className={styles.warning}>
          {t.rich('revoke.lastSecret', {
            mode,
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
