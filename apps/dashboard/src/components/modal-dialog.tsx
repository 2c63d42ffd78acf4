'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './modal-dialog.module.css';
import { mayCloseDialog } from './unsaved-changes.ts';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  /** The id of the element that explains why the dialog opened. */
  readonly describedBy?: string;
  readonly children: ReactNode;
}

/** The dialog of `dialog.tsx`, with the library that only open dialogs need. */
export default function ModalDialog({
  isOpen,
  onOpenChange,
  title,
  describedBy,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className={`${styles.overlay}`}
      // Not by the library, which would not ask first.
      isKeyboardDismissDisabled
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Modal className={`${styles.modal}`}>
        <AriaDialog
          {...(describedBy && { 'aria-describedby': describedBy })}
          className={`${styles.dialog}`}
        >
          <Heading className={`${styles.title}`} level={2} slot="title">
            {title}
          </Heading>
          <CloseOnEscape onClose={() => onOpenChange(false)} />
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Closes the dialog around it by the Escape key, unless the person keeps what they entered into it. */
function CloseOnEscape({ onClose }: { readonly onClose: () => void }) {
  const marker = useRef<HTMLSpanElement>(null);
  const question = useTranslations('forms')('close');
  const close = useEffectEvent((event: KeyboardEvent) => {
    const dialog = event.currentTarget;
    // Escape also ends the composition of a character.
    if (event.key !== 'Escape' || event.isComposing || !(dialog instanceof Element)) return;
    event.preventDefault();
    event.stopPropagation();
    if (mayCloseDialog(dialog, question)) onClose();
  });
  useEffect(() => {
    const dialog = marker.current?.parentElement;
    dialog?.addEventListener('keydown', close);
    return () => dialog?.removeEventListener('keydown', close);
  }, []);
  return <span hidden ref={marker} />;
}
