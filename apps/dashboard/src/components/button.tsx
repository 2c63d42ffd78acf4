'use client';

import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';

interface ButtonProps
  extends Pick<AriaButtonProps, 'type' | 'isDisabled' | 'isPending' | 'onPress' | 'slot'> {
  /** `link` looks like a link, for an action within a line of text. */
  readonly kind?: 'primary' | 'danger' | 'link' | undefined;
  /** The button opens a dialog. */
  readonly opensDialog?: boolean;
  readonly children: ReactNode;
}

/** A button. While it is pending it keeps the focus, and a press has no effect. */
export function Button({ kind, opensDialog, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(opensDialog && { 'aria-haspopup': 'dialog' as const })}
      className="button"
      data-kind={kind}
    />
  );
}
