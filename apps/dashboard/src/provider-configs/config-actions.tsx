'use client';

import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { OverlapOptions, readOverlapHours } from '#forms/overlap-options.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './config-list.module.css';

export type ProviderConfig = Outputs['providerConfigs']['list']['data'][number];

const HOUR_SECONDS = 3_600;

/** Names the fields of a config in error messages. */
export const configLabels = {
  publishable_key: 'The publishable key',
  secret_key: 'The secret key',
  webhook_secret: 'The signing secret',
  api_url: 'The API',
};

/** How browsers treat the field of a secret: they neither show nor store it. */
const secretInput = {
  type: 'password',
  autoComplete: 'off',
  maxLength: 255,
  spellCheck: false,
} as const;

/** The actions on a config. */
export function ConfigActions({ config }: ConfigProps) {
  const { id, status, webhook_secret_set: canActivate } = config;
  return (
    <div className={styles.buttons}>
      {status !== 'active' && canActivate && <Activate id={id} />}
      {!canActivate && <CreateWebhookEndpoint config={config} />}
      <SetSigningSecret config={config} />
      {isInOverlap(config) && <EndOverlap id={id} />}
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

/** Whether the replaced signing secret still verifies events. */
export function isInOverlap(config: ProviderConfig): boolean {
  const { previous_webhook_secret_expires_at: expiresAt } = config;
  return expiresAt !== null && Date.parse(expiresAt) > Date.now();
}

function CreateWebhookEndpoint({ config: { id, event_url: url } }: ConfigProps) {
  const { mutateAsync } = trpc.providerConfigs.createWebhookEndpoint.useMutation();

  async function create() {
    await mutateAsync({ id });
    return { message: 'The webhook endpoint was created.' };
  }

  return (
    <ConfirmDialog
      action={create}
      kind="primary"
      submit="Create webhook endpoint"
      title="Create the webhook endpoint?"
      trigger="Create webhook endpoint"
      triggerKind="primary"
    >
      <p>
        Parley creates an endpoint at the provider that sends the events of payments to{' '}
        <code className={styles.url}>{url}</code>, and saves its signing secret. A restricted key
        needs write access to Webhook Endpoints.
      </p>
    </ConfirmDialog>
  );
}

interface ConfigProps {
  readonly config: ProviderConfig;
}

/** When to choose each end of a signing secret that the provider uses. */
const overlapHints = {
  day: 'For a secret that the provider keeps for a day.',
  week: 'For an endpoint that is replaced by another one.',
  now: 'For a secret that has leaked. Events that the provider signed with it are rejected.',
};

function SetSigningSecret({ config }: ConfigProps) {
  // The cache of mutations does not store the secret once this form is gone.
  const { mutateAsync } = trpc.providerConfigs.update.useMutation({ gcTime: 0 });
  const { id, webhook_secret_set: isRoll } = config;
  const verb = isRoll ? 'Roll' : 'Set';

  async function save(form: FormData) {
    await mutateAsync({
      id,
      webhook_secret: String(form.get('webhook_secret')).trim(),
      ...(isRoll && { webhook_secret_overlap_seconds: readOverlapHours(form) * HOUR_SECONDS }),
    });
    return { message: 'The signing secret was saved.' };
  }

  return (
    <ConfirmDialog
      action={save}
      kind="primary"
      labels={configLabels}
      submit="Save secret"
      title={`${verb} the signing secret`}
      trigger={`${verb} signing secret`}
    >
      <TextField
        hint="The provider shows it on the page of the webhook endpoint that sends to the event URL. It begins with whsec_."
        input={{ ...secretInput, required: true }}
        label={isRoll ? 'New signing secret' : 'Signing secret'}
        name="webhook_secret"
      />
      {isRoll && <OverlapOptions hints={overlapHints} noun="signing secret" />}
    </ConfirmDialog>
  );
}

function EndOverlap({ id }: ActionProps) {
  const { mutateAsync } = trpc.providerConfigs.update.useMutation();

  async function endOverlap() {
    await mutateAsync({ id, webhook_secret_overlap_seconds: 0 });
    return { message: 'Only the new signing secret is accepted.' };
  }

  return (
    <ConfirmDialog
      action={endOverlap}
      kind="danger"
      submit="Reject previous secret"
      title="Reject the previous signing secret?"
      trigger="Reject previous secret"
    >
      <p>Events that the provider signs with the previous secret only are rejected from now on.</p>
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

/** The field of an account's secret key. */
export function SecretKeyField() {
  const mode = useMode();
  return (
    <TextField
      hint={`A secret or restricted key of ${mode} mode, which begins with sk_${mode}_ or rk_${mode}_. It is encrypted and never shown again.`}
      input={{ ...secretInput, required: true }}
      label="Secret key"
      name="secret_key"
    />
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
