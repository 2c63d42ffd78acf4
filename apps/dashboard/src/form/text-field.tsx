'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldError } from './deed-form.tsx';
import styles from './form.module.css';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly input?: Omit<ComponentProps<'input'>, 'name' | 'className' | 'id'>;
  /** More than one line. */
  readonly lines?: number;
}

/** A field with its name above, and below it what is wrong or what is wanted. */
export function TextField({ name, label, hint, input = {}, lines }: TextFieldProps) {
  const id = useId();
  const error = useFieldError(name);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const shared = {
    'aria-describedby': described || undefined,
    'aria-invalid': error !== null,
    className: 'field',
    id,
    name,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea {...shared} maxLength={input.maxLength} rows={lines} />
      ) : (
        <input type="text" {...input} {...shared} />
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
