'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import { ActionForm, type ActionFormProps } from './action-form.tsx';
import styles from './forms.module.css';

interface ConfirmDialogProps
  extends Pick<ActionFormProps, 'action' | 'submit' | 'kind' | 'labels' | 'describeMessage'> {
  /** The label of the button that opens the dialog. */
  readonly trigger: string;
  readonly triggerKind?: 'primary' | 'danger';
  readonly title: string;
  /** Explains the consequences, and holds the fields if there are any. */
  readonly children: ReactNode;
}

/** A button that asks for confirmation in a dialog before it runs an action. */
export function ConfirmDialog({
  trigger,
  triggerKind,
  title,
  children,
  ...form
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // A new key clears the fields and the error of the previous time.
  const [openCount, setOpenCount] = useState(0);
  const id = useId();

  function open() {
    setOpenCount(openCount + 1);
    dialog.current?.showModal();
    heading.current?.focus();
  }

  function close() {
    dialog.current?.close();
    opener.current?.focus();
  }

  return (
    <>
      <button
        aria-haspopup="dialog"
        className="button"
        data-kind={triggerKind}
        onClick={open}
        ref={opener}
        type="button"
      >
        {trigger}
      </button>
      <dialog aria-labelledby={id} className={styles.dialog} ref={dialog}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ActionForm
          {...form}
          hideSuccess
          key={openCount}
          layout="column"
          onSuccess={close}
          secondary={
            <button className="button" onClick={close} type="button">
              Cancel
            </button>
          }
        >
          {children}
        </ActionForm>
      </dialog>
    </>
  );
}
