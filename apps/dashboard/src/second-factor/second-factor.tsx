'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
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
  const t = useTranslations('secondFactor');
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  if (!isOn) {
    return (
      <div className={styles.section}>
        <p className="muted">{t('off')}</p>
        <Link className="button" href="/second-factor">
          {t('setUp.title')}
        </Link>
      </div>
    );
  }
  const fields = [passwordField(t), anyCodeField(t)];
  return (
    <div className={styles.section}>
      <p>{t('on', { count: recoveryCodes })}</p>
      {newCodes && <RecoveryCodes codes={newCodes} />}
      <details className={styles.change}>
        <summary>{t('recoveryCodes.renew')}</summary>
        <ServerForm
          action={async (_previous, form) => {
            const result = await renewRecoveryCodes(form);
            if (result.status === 'failed') return result;
            setNewCodes(result.recoveryCodes);
            return { status: 'succeeded', message: t('recoveryCodes.done') };
          }}
          fields={fields}
          submit={t('recoveryCodes.submit')}
        />
      </details>
      <details className={styles.change}>
        <summary>{t('turnOff')}</summary>
        <ServerForm action={turnOff} fields={fields} kind="danger" submit={t('turnOff')} />
      </details>
    </div>
  );
}
