'use client';

import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { OverlapOptions, readOverlapHours } from '#forms/overlap-options.tsx';
import { TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import { configLabels, type ProviderConfig, secretInput } from './config-fields.tsx';
import styles from './config-list.module.css';

const HOUR_SECONDS = 3_600;

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
  const { mutateAsync } = trpc.providerConfigs.createWebhookEndpoint.useMutation();

  async function create() {
    await mutateAsync({ id });
    return { message: 'The webhook endpoint was created.' };
  }

  return (
    <ConfirmDialog
      action={create}
      describeMessage={nameFields}
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

/** When to choose each end of a signing secret that the provider uses. */
const overlapHints = {
  day: 'For a secret that the provider keeps for a day.',
  week: 'For an endpoint that is replaced by another one.',
  now: 'For a secret that has leaked. Events that the provider signed with it are rejected.',
};

/** Sets the first signing secret, or replaces it with an overlap. */
export function SetSigningSecret({ config }: ConfigProps) {
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
      {isRoll && <OverlapOptions hints={overlapHints} noun="signingSecret" />}
    </ConfirmDialog>
  );
}

/** Ends the overlap in which the previous signing secret is accepted. */
export function EndOverlap({ id }: { readonly id: string }) {
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
