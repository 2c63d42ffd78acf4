'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
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
  const t = useTranslations('reauthentication');
  const common = useTranslations('common');
  const factor = useTranslations('secondFactor');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();

  useEffect(() => reauthentication.connect(() => setIsOpen(true)), [reauthentication]);

  function close(isProved: boolean) {
    reauthentication.settle(isProved);
    setIsOpen(false);
  }

  return (
    <Dialog describedBy={id} isOpen={isOpen} onOpenChange={() => close(false)} title={t('title')}>
      <p className={`muted ${styles.reason}`} id={id}>
        {t('text')}
      </p>
      <FocusedContent>
        {hasPasskey && (
          <div className={styles.alternative}>
            <PasskeyProof onProved={() => close(true)} />
          </div>
        )}
        <ServerForm
          action={async (_previous, form) => {
            const result = await confirmIdentity(form);
            if (result.status === 'failed') return result;
            close(true);
            return { status: 'succeeded' };
          }}
          fields={[hasSecondFactor ? anyCodeField(factor) : passwordField(factor)]}
          kind="primary"
          secondary={<Button slot="close">{common('cancel')}</Button>}
          submit={t('submit')}
        />
      </FocusedContent>
    </Dialog>
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
