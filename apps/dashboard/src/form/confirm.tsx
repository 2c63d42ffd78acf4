'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import styles from './confirm.module.css';
import { DeedForm, type DeedFormProps } from './deed-form.tsx';

interface ConfirmProps extends Pick<DeedFormProps, 'action' | 'hidden' | 'submit' | 'kind'> {
  /** The word on the button that asks. */
  readonly trigger: string;
  readonly triggerKind?: 'first' | 'danger';
  readonly title: string;
  /** What it does, and fields where there is something to add. */
  readonly children: ReactNode;
}

/** A button that asks before it does something, and says what that is. */
export function Confirm({ trigger, triggerKind, title, children, ...form }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(0);
  const id = useId();

  function open() {
    setAsked(asked + 1);
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
        <DeedForm
          {...form}
          beside={
            <button className="button" onClick={close} type="button">
              Cancel
            </button>
          }
          key={asked}
          layout="column"
          onDone={close}
          silentWhenDone
        >
          {children}
        </DeedForm>
      </dialog>
    </>
  );
}
