'use client';

import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { OverlapOptions, readOverlapHours } from '#forms/overlap-options.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './key-list.module.css';

export type ApiKey = Outputs['apiKeys']['list']['data'][number];

const HOUR_SECONDS = 3_600;

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
  const { mutateAsync } = trpc.apiKeys.rename.useMutation();

  async function rename(form: FormData) {
    await mutateAsync({ id, name: String(form.get('name')) });
    return {};
  }

  return (
    <ConfirmDialog
      action={rename}
      kind="primary"
      labels={{ name: 'The name' }}
      submit="Save name"
      title={`Rename “${name}”`}
      trigger="Rename"
    >
      <TextField
        input={{ autoComplete: 'off', defaultValue: name, maxLength: 100, required: true }}
        label="Name"
        name="name"
      />
    </ConfirmDialog>
  );
}

function RollKey({ apiKey, onRolled }: Pick<KeyActionsProps, 'apiKey' | 'onRolled'>) {
  const { id, kind, name } = apiKey;
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.apiKeys.roll.useMutation({ gcTime: 0 });

  async function roll(form: FormData) {
    const overlap_seconds = readOverlapHours(form) * HOUR_SECONDS;
    const { value } = await mutateAsync({ id, overlap_seconds });
    if (kind === 'publishable') return { message: `The new key “${name}” is in the list.` };
    onRolled(value);
    return {};
  }

  return (
    <ConfirmDialog
      action={roll}
      kind="primary"
      submit="Create new key"
      title={`Roll “${name}”?`}
      trigger="Roll"
    >
      <p>A new key with the same name, scopes and expiry replaces it.</p>
      <OverlapOptions noun="key" />
    </ConfirmDialog>
  );
}

function RevokeKey({ apiKey, isLastSecret }: Pick<KeyActionsProps, 'apiKey' | 'isLastSecret'>) {
  const { id, kind, name } = apiKey;
  const mode = useMode();
  const { mutateAsync } = trpc.apiKeys.revoke.useMutation();

  async function revoke() {
    await mutateAsync({ id });
    return { message: `“${name}” was revoked.` };
  }

  return (
    <ConfirmDialog
      action={revoke}
      kind="danger"
      submit="Revoke key"
      title={`Revoke “${name}”?`}
      trigger="Revoke"
    >
      <p>
        {kind === 'secret'
          ? 'Within two seconds, the API rejects every request with this key.'
          : 'Within two seconds, every link to the payer page that contains this key stops working.'}{' '}
        This cannot be undone.
      </p>
      {isLastSecret && (
        <p className={styles.warning}>
          <strong>This is the last secret key in {mode} mode.</strong> Without another one, your
          servers cannot call the API. To replace it, roll it instead.
        </p>
      )}
    </ConfirmDialog>
  );
}
