'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/button.tsx';
import styles from '#forms/forms.module.css';
import { ServerForm } from '#forms/server-form.tsx';
import { anyCodeField, passwordField } from '#second-factor/fields.ts';
import { confirmIdentity } from './actions.ts';
import { PasskeyProof } from './passkey-proof.tsx';

export interface ProofFormProps {
  /** Whether the person proves who they are with a code instead of the password. */
  readonly hasSecondFactor: boolean;
  /** Whether they can use a passkey, too. */
  readonly hasPasskey: boolean;
  readonly onProved: () => void;
}

/** The ways to prove who is at the browser. */
export default function ProofForm({ hasSecondFactor, hasPasskey, onProved }: ProofFormProps) {
  const t = useTranslations('reauthentication');
  const common = useTranslations('common');
  const factor = useTranslations('secondFactor');
  return (
    <FocusedContent>
      {hasPasskey && (
        <div className={styles.alternative}>
          <PasskeyProof onProved={onProved} />
        </div>
      )}
      <ServerForm
        action={async (_previous, form) => {
          const result = await confirmIdentity(form);
          if (result.status === 'failed') return result;
          onProved();
          return { status: 'succeeded' };
        }}
        fields={[hasSecondFactor ? anyCodeField(factor) : passwordField(factor)]}
        kind="primary"
        secondary={<Button slot="close">{common('cancel')}</Button>}
        submit={t('submit')}
      />
    </FocusedContent>
  );
}

/** Focuses the first way to confirm, as a dialog without consequences may. */
function FocusedContent({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('button, input:not([type="hidden"])')?.focus();
  }, []);
  return <div ref={element}>{children}</div>;
}
