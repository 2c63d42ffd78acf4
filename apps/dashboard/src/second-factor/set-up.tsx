'use client';

import Link from 'next/link';
import { useState } from 'react';
import { ServerForm } from '#forms/server-form.tsx';
import { beginSetUp, finishSetUp } from './actions.ts';
import { appCodeField, passwordField } from './fields.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

/**
 * Sets an authenticator app up: password, QR code with a first code, recovery codes.
 * @param isOn whether a second factor is on already. The page is rendered again with it while this shows the
 *   recovery codes.
 */
export function SetUp({ isOn }: { readonly isOn: boolean }) {
  const [app, setApp] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);

  if (recoveryCodes) {
    return (
      <div className={styles.column}>
        <p>Your second factor is on.</p>
        <RecoveryCodes codes={recoveryCodes} />
        <Link className="button" data-kind="primary" href="/account">
          I have stored them
        </Link>
      </div>
    );
  }
  if (isOn) return <p>Your second factor is on.</p>;
  if (app) {
    return (
      <div className={styles.column}>
        <p>Scan this code with an authenticator app, or enter the key there.</p>
        <QrCode label="QR code for an authenticator app" text={app.uri} />
        <p className={styles.secret}>
          Key: <code>{app.secret.match(/.{4}/g)?.join(' ')}</code>
        </p>
        <ServerForm
          action={async (_previous, form) => {
            const result = await finishSetUp(form);
            if (result.status === 'failed') return result;
            setRecoveryCodes(result.recoveryCodes);
            return { status: 'succeeded' };
          }}
          fields={[appCodeField]}
          key="code"
          kind="primary"
          submit="Turn on"
        />
      </div>
    );
  }
  return (
    <ServerForm
      action={async (_previous, form) => {
        const result = await beginSetUp(form);
        if (result.status === 'failed') return result;
        setApp({ secret: result.secret, uri: result.uri });
        return { status: 'succeeded' };
      }}
      fields={[passwordField]}
      key="password"
      kind="primary"
      submit="Continue"
    />
  );
}
