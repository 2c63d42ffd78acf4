'use client';

import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { configLabels, type ProviderConfig, SecretKeyField } from './config-fields.tsx';
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
  const { mutateAsync } = trpc.providerConfigs.activate.useMutation();

  async function activate() {
    await mutateAsync({ id });
    return { message: 'The config is active.' };
  }

  return (
    <ConfirmDialog
      action={activate}
      kind="primary"
      submit="Activate config"
      title="Activate this config?"
      trigger="Activate"
      triggerKind="primary"
    >
      <p>
        New payments use this account. The account that is active now is retired: it finishes the
        payments that it began, and you can activate it again.
      </p>
    </ConfirmDialog>
  );
}

function ReplaceKeys({ id }: ActionProps) {
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.providerConfigs.update.useMutation({ gcTime: 0 });

  async function replace(form: FormData) {
    const publishable = String(form.get('publishable_key')).trim();
    await mutateAsync({
      id,
      secret_key: String(form.get('secret_key')).trim(),
      ...(publishable && { publishable_key: publishable }),
    });
    return { message: 'The keys were replaced.' };
  }

  return (
    <ConfirmDialog
      action={replace}
      kind="primary"
      labels={configLabels}
      submit="Replace keys"
      title="Replace the keys"
      trigger="Replace keys"
    >
      <p>The new keys must belong to the same account. Parley tests them before it saves them.</p>
      <SecretKeyField />
      <TextField
        hint="Leave it empty to keep the present one."
        input={{ autoComplete: 'off', maxLength: 255, spellCheck: false }}
        label="Publishable key"
        name="publishable_key"
      />
    </ConfirmDialog>
  );
}

function Retire({ id }: ActionProps) {
  const mode = useMode();
  const { mutateAsync } = trpc.providerConfigs.retire.useMutation();

  async function retire() {
    await mutateAsync({ id });
    return { message: 'The config was retired.' };
  }

  return (
    <ConfirmDialog
      action={retire}
      kind="danger"
      submit="Retire config"
      title="Retire this config?"
      trigger="Retire"
      triggerKind="danger"
    >
      <p>
        No new payment can begin in {mode} mode until you activate a config. Payments that began
        with this one are finished.
      </p>
    </ConfirmDialog>
  );
}
