'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from '#forms/forms.module.css';
import { ServerForm } from '#forms/server-form.tsx';
import { anyCodeField, passwordField } from '#second-factor/fields.ts';
import { confirmIdentity } from './actions.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { createReauthentication, type Reauthentication } from './reauthentication.ts';
import { ReauthenticationContext } from './use-server-action.ts';

interface ReauthenticationDialogProps {
  readonly reauthentication: Reauthentication;
  /** Whether the person proves who they are with a code instead of the password. */
  readonly hasSecondFactor: boolean;
  /** Whether they can use a passkey, too. */
  readonly hasPasskey: boolean;
}

/** Confirms who is at the browser before a sensitive action, which then continues. */
export function ReauthenticationDialog({
  reauthentication,
  hasSecondFactor,
  hasPasskey,
}: ReauthenticationDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A new key clears the field and the error of the previous time.
  const [openCount, setOpenCount] = useState(0);
  const id = useId();

  useEffect(
    () => reauthentication.connect(() => setOpenCount((count) => count + 1)),
    [reauthentication],
  );

  function finish() {
    reauthentication.settle(true);
    dialog.current?.close();
  }

  useEffect(() => {
    if (openCount > 0) dialog.current?.showModal();
  }, [openCount]);

  return (
    <dialog
      aria-describedby={`${id}-reason`}
      aria-labelledby={id}
      className={styles.dialog}
      onClose={() => reauthentication.settle(false)}
      ref={dialog}
    >
      <h2 id={id}>Confirm that it is you</h2>
      <p className={`muted ${styles.reason}`} id={`${id}-reason`}>
        You last signed in or confirmed that it is you more than ten minutes ago. The action
        continues once you do.
      </p>
      {openCount > 0 && hasPasskey && (
        <div className={styles.alternative}>
          <PasskeyProof key={openCount} onProved={finish} />
        </div>
      )}
      {openCount > 0 && (
        <ServerForm
          action={async (_previous, form) => {
            const result = await confirmIdentity(form);
            if (result.status === 'failed') return result;
            finish();
            return { status: 'succeeded' };
          }}
          fields={[hasSecondFactor ? anyCodeField : passwordField]}
          key={openCount}
          kind="primary"
          secondary={
            <button className="button" onClick={() => dialog.current?.close()} type="button">
              Cancel
            </button>
          }
          submit="Confirm"
        />
      )}
    </dialog>
  );
}

interface ReauthenticationProviderProps
  extends Omit<ReauthenticationDialogProps, 'reauthentication'> {
  readonly children: ReactNode;
}

/** Lets the server actions of pages without procedures obtain a proof of identity. */
export function ReauthenticationProvider(props: ReauthenticationProviderProps) {
  const { hasSecondFactor, hasPasskey, children } = props;
  const [reauthentication] = useState(createReauthentication);
  return (
    <ReauthenticationContext value={reauthentication}>
      {children}
      <ReauthenticationDialog {...{ reauthentication, hasSecondFactor, hasPasskey }} />
    </ReauthenticationContext>
  );
}
