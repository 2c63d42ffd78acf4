'use client';

import { useTranslations } from 'next-intl';
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react';
import { Dialog } from '#components/dialog.tsx';
import styles from '#forms/forms.module.css';
import { ReauthenticationContext } from '#forms/use-server-action.ts';
import type { ProofFormProps } from './proof-form.tsx';
import { createReauthentication, type Reauthentication } from './reauthentication.ts';

let LoadedForm: ComponentType<ProofFormProps> | undefined;

interface ReauthenticationDialogProps extends Omit<ProofFormProps, 'onProved'> {
  readonly reauthentication: Reauthentication;
}

/** Confirms who is at the browser before a sensitive action, which then continues. */
export function ReauthenticationDialog({
  reauthentication,
  ...options
}: ReauthenticationDialogProps) {
  const t = useTranslations('reauthentication');
  const [isOpen, setIsOpen] = useState(false);
  const [ProofForm, setProofForm] = useState(() => LoadedForm);
  const id = useId();

  useEffect(() => reauthentication.connect(() => setIsOpen(true)), [reauthentication]);

  // Every page has the dialog and few need it, so its form loads after them, as the dialog itself does.
  // If it could not be loaded, opening the dialog tries again.
  useEffect(() => {
    const load = async () => {
      LoadedForm ??= (await import('./proof-form.tsx')).default;
      setProofForm(() => LoadedForm);
    };
    load().catch(() => {});
  }, [isOpen]);

  function close(isProved: boolean) {
    reauthentication.settle(isProved);
    setIsOpen(false);
  }

  return (
    <Dialog describedBy={id} isOpen={isOpen} onOpenChange={() => close(false)} title={t('title')}>
      <p className={`muted ${styles.reason}`} id={id}>
        {t('text')}
      </p>
      {ProofForm && <ProofForm {...options} onProved={() => close(true)} />}
    </Dialog>
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
