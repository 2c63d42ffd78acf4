'use client';

import { useTranslations } from 'next-intl';
import { configsHref } from '#addresses/provider-configs.ts';
import { Link } from '#components/link.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { readField, SelectField, TextField } from '#forms/text-field.tsx';
import { useMode } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { getConfigLabels, SecretKeyField } from './config-fields.tsx';
import styles from './config-list.module.css';

/** The form that connects an account at the provider. */
export function ConnectForm({ apiUrls }: { readonly apiUrls: readonly string[] }) {
  const t = useTranslations('providerConfigs');
  const common = useTranslations('common');
  const mode = useMode();
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.providerConfigs.create.useMutation({ gcTime: 0 });

  async function connect(form: FormData) {
    const apiUrl = form.get('api_url');
    await mutateAsync({
      publishable_key: readField(form, 'publishable_key'),
      secret_key: readField(form, 'secret_key'),
      ...(apiUrl && { api_url: String(apiUrl) }),
    });
    return { message: t('connect.done'), goTo: configsHref() };
  }

  return (
    <div className={styles.form}>
      <ActionForm
        action={connect}
        guardsChanges
        hideSuccess
        kind="primary"
        labels={getConfigLabels(t)}
        layout="column"
        secondary={
          <Link className="button" href={configsHref()}>
            {common('cancel')}
          </Link>
        }
        submit={t('connect.title')}
      >
        <p className="muted">{t('connect.explanation')}</p>
        <TextField
          hint={t('hint.publishable_key', { mode })}
          input={{ autoComplete: 'off', maxLength: 255, required: true, spellCheck: false }}
          label={t('field.publishable_key')}
          name="publishable_key"
        />
        <SecretKeyField />
        {apiUrls.length > 1 && (
          <SelectField
            hint={t.rich('hint.api_url', { code: (text) => <code>{text}</code> })}
            label={t('field.api_url')}
            name="api_url"
            options={apiUrls.map((url) => ({ value: url, label: url }))}
          />
        )}
      </ActionForm>
    </div>
  );
}
