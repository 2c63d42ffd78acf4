'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './modal-dialog.module.css';

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
    <ModalOverlay className={`${styles.overlay}`} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className={`${styles.modal}`}>
        <AriaDialog
          {...(describedBy && { 'aria-describedby': describedBy })}
          className={`${styles.dialog}`}
        >
          <Heading className={`${styles.title}`} level={2} slot="title">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
