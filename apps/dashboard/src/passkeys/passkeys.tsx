'use client';

import { Timestamp } from '@parley/ui/components';
import { startRegistration } from '@simplewebauthn/browser';
import { Announcer } from '#forms/action-form.tsx';
import { FailedAction } from '#forms/action-result.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { TextField } from '#forms/text-field.tsx';
import listRows from '#lists/rows.module.css';
import { useServerAction } from '#reauthentication/use-server-action.ts';
import { beginRegistration, finishRegistration, removePasskey, renamePasskey } from './actions.ts';
import { describePasskeyError } from './describe-passkey-error.ts';
import { PasskeyNeeded } from './passkey-needed.tsx';
import styles from './passkeys.module.css';

interface Passkey {
  readonly id: string;
  readonly name: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339, or null. */
  readonly lastUsedAt: string | null;
}

interface PasskeysProps {
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
  /** The name of this browser, which a new passkey gets unless the person changes it. */
  readonly browser: string;
  /** Whether a passkey must confirm this browser before it adds or removes one. */
  readonly needsPasskey: boolean;
}

/** The passkeys of the signed-in person. */
export function Passkeys({ passkeys, browser, needsPasskey }: PasskeysProps) {
  return (
    <Announcer>
      <p className="muted">
        A passkey signs you in with the fingerprint, face or PIN of your device, without password
        and code. It works on this site only, so no other site can steal it.
      </p>
      {passkeys.length > 0 && (
        <ul className={listRows.rows}>
          {passkeys.map((passkey) => (
            <PasskeyItem isRemovable={!needsPasskey} key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {needsPasskey ? (
        <PasskeyNeeded purpose="add or remove one, or set up a second factor" />
      ) : (
        <div>
          <AddPasskey browser={browser} />
        </div>
      )}
    </Announcer>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly isRemovable: boolean;
}

function PasskeyItem({ passkey, isRemovable }: PasskeyItemProps) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const run = useServerAction();

  return (
    <li className={listRows.row}>
      <div>
        <p>{name}</p>
        <p className="small">
          Added <Timestamp at={createdAt} />
          {lastUsedAt ? (
            <>
              , used <Timestamp at={lastUsedAt} />
            </>
          ) : (
            ', not used yet'
          )}
        </p>
      </div>
      <div className={styles.buttons}>
        <ConfirmDialog
          action={(form) => run(renamePasskey, withId(form, id))}
          kind="primary"
          labels={{ name: 'Name' }}
          submit="Save name"
          title={`Rename “${name}”`}
          trigger="Rename"
        >
          <NameField defaultValue={name} />
        </ConfirmDialog>
        {isRemovable && (
          <ConfirmDialog
            action={(form) => run(removePasskey, withId(form, id))}
            kind="danger"
            submit="Remove passkey"
            title={`Remove “${name}”?`}
            trigger="Remove"
          >
            <p>
              You can no longer sign in with it, and all other browsers are signed out. Delete it
              from your device too.
            </p>
          </ConfirmDialog>
        )}
      </div>
    </li>
  );
}

function AddPasskey({ browser }: Pick<PasskeysProps, 'browser'>) {
  const run = useServerAction();

  async function add(form: FormData) {
    const { options: optionsJSON } = await run(beginRegistration, form);
    const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
      const message = describePasskeyError(error, 'No passkey was created. Try again.');
      throw new FailedAction({ message, requestId: null, field: null });
    });
    form.set('response', JSON.stringify(response));
    return run(finishRegistration, form);
  }

  return (
    <ConfirmDialog
      action={add}
      kind="primary"
      labels={{ name: 'Name' }}
      submit="Continue"
      title="Add a passkey"
      trigger="Add a passkey"
    >
      <p>Your browser asks for your fingerprint, face or PIN next.</p>
      <NameField defaultValue={browser} hint="To recognize it in the list of your passkeys." />
    </ConfirmDialog>
  );
}

function NameField(props: { readonly defaultValue: string; readonly hint?: string }) {
  const { defaultValue, hint } = props;
  return (
    <TextField
      hint={hint}
      input={{ autoComplete: 'off', defaultValue, maxLength: 100, required: true }}
      label="Name"
      name="name"
    />
  );
}

function withId(form: FormData, id: string): FormData {
  form.set('id', id);
  return form;
}
