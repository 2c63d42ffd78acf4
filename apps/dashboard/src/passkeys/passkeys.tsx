'use client';

import { Timestamp } from '@parley/ui/components';
import { startRegistration } from '@simplewebauthn/browser';
import { useTranslations } from 'next-intl';
import { Announcer } from '#forms/action-form.tsx';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { TextField } from '#forms/text-field.tsx';
import { useServerAction } from '#forms/use-server-action.ts';
import listRows from '#lists/rows.module.css';
import { FailedAction } from '#trpc/action-result.ts';
import { describePasskeyError } from '#webauthn/describe-passkey-error.ts';
import { beginRegistration, finishRegistration, removePasskey, renamePasskey } from './actions.ts';
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
  const t = useTranslations('passkeys');
  return (
    <Announcer>
      <p className="muted">{t('lead')}</p>
      {passkeys.length > 0 && (
        <ul className={listRows.rows}>
          {passkeys.map((passkey) => (
            <PasskeyItem isRemovable={!needsPasskey} key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {needsPasskey ? (
        <PasskeyNeeded purpose="change" />
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
  const t = useTranslations('passkeys');
  const run = useServerAction();

  return (
    <li className={listRows.row}>
      <div>
        <p>{name}</p>
        <p className="small">
          {t.rich(lastUsedAt ? 'used' : 'added', {
            added: () => <Timestamp at={createdAt} />,
            used: () => lastUsedAt && <Timestamp at={lastUsedAt} />,
          })}
        </p>
      </div>
      <div className={styles.buttons}>
        <ConfirmDialog
          action={(form) => run(renamePasskey, withId(form, id))}
          kind="primary"
          labels={{ name: t('name') }}
          submit={t('rename.submit')}
          title={t('rename.title', { name })}
          trigger={t('rename.trigger')}
        >
          <NameField defaultValue={name} />
        </ConfirmDialog>
        {isRemovable && (
          <ConfirmDialog
            action={(form) => run(removePasskey, withId(form, id))}
            kind="danger"
            submit={t('remove.submit')}
            title={t('remove.title', { name })}
            trigger={t('remove.trigger')}
          >
            <p>{t('remove.text')}</p>
          </ConfirmDialog>
        )}
      </div>
    </li>
  );
}

function AddPasskey({ browser }: Pick<PasskeysProps, 'browser'>) {
  const t = useTranslations('passkeys');
  const run = useServerAction();

  async function add(form: FormData) {
    const { options: optionsJSON } = await run(beginRegistration, form);
    const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
      const message = describePasskeyError(t, error, t('add.failed'));
      throw new FailedAction({ message, requestId: null, field: null });
    });
    form.set('response', JSON.stringify(response));
    return run(finishRegistration, form);
  }

  return (
    <ConfirmDialog
      action={add}
      kind="primary"
      labels={{ name: t('name') }}
      submit={t('add.submit')}
      title={t('add.title')}
      trigger={t('add.title')}
    >
      <p>{t('add.text')}</p>
      <NameField defaultValue={browser} hint={t('add.hint')} />
    </ConfirmDialog>
  );
}

function NameField(props: { readonly defaultValue: string; readonly hint?: string }) {
  const t = useTranslations('passkeys');
  const { defaultValue, hint } = props;
  return (
    <TextField
      hint={hint}
      input={{ autoComplete: 'off', defaultValue, maxLength: 100, required: true }}
      label={t('name')}
      name="name"
    />
  );
}

function withId(form: FormData, id: string): FormData {
  form.set('id', id);
  return form;
}
