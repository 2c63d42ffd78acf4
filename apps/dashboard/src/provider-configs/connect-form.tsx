'use client';

import Link from 'next/link';
import { useId } from 'react';
import { ActionForm } from '#forms/action-form.tsx';
import formStyles from '#forms/forms.module.css';
import { TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { configLabels, SecretKeyField } from './config-fields.tsx';
import styles from './config-list.module.css';
import { configsHref } from './search-params.ts';

/** The form that connects an account at the provider. */
export function ConnectForm({ apiUrls }: { readonly apiUrls: readonly string[] }) {
  const mode = useMode();
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.providerConfigs.create.useMutation({ gcTime: 0 });

  async function connect(form: FormData) {
    const apiUrl = form.get('api_url');
    await mutateAsync({
      publishable_key: String(form.get('publishable_key')).trim(),
      secret_key: String(form.get('secret_key')).trim(),
      ...(apiUrl && { api_url: String(apiUrl) }),
    });
    return { message: 'The config was created.', goTo: configsHref(mode) };
  }

  return (
    <div className={styles.form}>
      <ActionForm
        action={connect}
        guardsChanges
        hideSuccess
        kind="primary"
        labels={configLabels}
        layout="column"
        secondary={
          <Link className="button" href={configsHref(mode)}>
            Cancel
          </Link>
        }
        submit="Connect account"
      >
        <p className="muted">
          Parley tests the keys at the provider before it saves them. The account takes no payments
          until you activate it.
        </p>
        <TextField
          hint={`The account's publishable key of ${mode} mode, which begins with pk_${mode}_.`}
          input={{ autoComplete: 'off', maxLength: 255, required: true, spellCheck: false }}
          label="Publishable key"
          name="publishable_key"
        />
        <SecretKeyField />
        {apiUrls.length > 1 && <ApiField apiUrls={apiUrls} />}
      </ActionForm>
    </div>
  );
}

/** The provider or, in development, its simulator. */
function ApiField({ apiUrls }: { readonly apiUrls: readonly string[] }) {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>API</label>
      <select aria-describedby={`${id}-hint`} className="field" id={id} name="api_url">
        {apiUrls.map((url) => (
          <option key={url}>{url}</option>
        ))}
      </select>
      <p className={formStyles.hint} id={`${id}-hint`}>
        The provider, or its simulator on this machine. <code>npm start</code> prints the keys of
        the simulator.
      </p>
    </div>
  );
}
