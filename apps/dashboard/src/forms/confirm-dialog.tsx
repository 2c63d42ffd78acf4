'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import {
  ActionForm,
  type ActionFormProps,
  type FormAction,
  useContentFocus,
} from './action-form.tsx';

type ConfirmDialogProps = FormAction & Question;

interface Question extends Pick<ActionFormProps, 'submit' | 'kind' | 'labels' | 'describeMessage'> {
  /** The label of the button that opens the dialog. */
  readonly trigger: string;
  readonly triggerKind?: 'primary' | 'danger' | 'link';
  readonly title: string;
  /** The label of the button that closes the dialog; "Cancel" by default. */
  readonly dismissLabel?: string;
  /** The page was opened for this dialog. */
  readonly opensAtFirst?: boolean;
  /** Explains the consequences, and holds the fields if there are any. */
  readonly children: ReactNode;
}

/** A button that asks for confirmation in a dialog before it runs an action. */
export function ConfirmDialog({
  trigger,
  triggerKind,
  title,
  dismissLabel,
  opensAtFirst = false,
  children,
  ...form
}: ConfirmDialogProps) {
  const t = useTranslations('common');
  const [isOpen, setIsOpen] = useState(opensAtFirst);
  const hasSucceeded = useRef(false);
  useContentFocus(hasSucceeded);

  return (
    <>
      <Button kind={triggerKind} onPress={() => setIsOpen(true)} opensDialog>
        {trigger}
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={title}>
        <ActionForm
          {...form}
          hideSuccess
          isInDialog
          layout="column"
          onSuccess={() => {
            hasSucceeded.current = true;
            setIsOpen(false);
          }}
          secondary={<Button slot="close">{dismissLabel ?? t('cancel')}</Button>}
        >
          {children}
        </ActionForm>
      </Dialog>
    </>
  );
}
