'use client';

import Link from 'next/link';
import { useState } from 'react';
import { ServerForm } from '#forms/server-form.tsx';
import { renewRecoveryCodes, turnOff } from './actions.ts';
import { anyCodeField, passwordField } from './fields.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

interface SecondFactorProps {
  readonly isOn: boolean;
  /** How many are left. */
  readonly recoveryCodes: number;
}

/** The second factor of the signed-in person. */
export function SecondFactor({ isOn, recoveryCodes }: SecondFactorProps) {
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  if (!isOn) {
    return (
      <div className={styles.section}>
        <p className="muted">
          Off. With an authenticator app, a stolen password is not enough to sign in as you.
        </p>
        <Link className="button" href="/second-factor">
          Set up a second factor
        </Link>
      </div>
    );
  }
  const fields = [passwordField, anyCodeField];
  return (
    <div className={styles.section}>
      <p>
        On, with an authenticator app.{' '}
        {recoveryCodes === 1 ? '1 recovery code is' : `${recoveryCodes} recovery codes are`} left.
      </p>
      {newCodes && <RecoveryCodes codes={newCodes} />}
      <details className={styles.change}>
        <summary>New recovery codes</summary>
        <ServerForm
          action={async (_previous, form) => {
            const result = await renewRecoveryCodes(form);
            if (result.status === 'failed') return result;
            setNewCodes(result.recoveryCodes);
            return { status: 'succeeded', message: 'The previous codes no longer work.' };
          }}
          fields={fields}
          submit="Replace recovery codes"
        />
      </details>
      <details className={styles.change}>
        <summary>Turn off</summary>
        <ServerForm action={turnOff} fields={fields} kind="danger" submit="Turn off" />
      </details>
    </div>
  );
}
