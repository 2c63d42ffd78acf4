'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
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
  const t = useTranslations('secondFactor');
  const [app, setApp] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);

  if (recoveryCodes) {
    return (
      <div className={styles.column}>
        <p>{t('setUp.done')}</p>
        <RecoveryCodes codes={recoveryCodes} />
        <Link className="button" data-kind="primary" href="/account">
          {t('setUp.stored')}
        </Link>
      </div>
    );
  }
  if (isOn) return <p>{t('setUp.done')}</p>;
  if (app) {
    return (
      <div className={styles.column}>
        <p>{t('setUp.scan')}</p>
        <QrCode label={t('setUp.qrCode')} text={app.uri} />
        <p className={styles.secret}>
          {t.rich('setUp.key', {
            code: () => <code>{app.secret.match(/.{4}/g)?.join(' ')}</code>,
          })}
        </p>
        <ServerForm
          action={async (_previous, form) => {
            const result = await finishSetUp(form);
            if (result.status === 'failed') return result;
            setRecoveryCodes(result.recoveryCodes);
            return { status: 'succeeded' };
          }}
          fields={[appCodeField(t)]}
          key="code"
          kind="primary"
          submit={t('setUp.confirm')}
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
      fields={[passwordField(t)]}
      key="password"
      kind="primary"
      submit={t('setUp.submit')}
    />
  );
}
