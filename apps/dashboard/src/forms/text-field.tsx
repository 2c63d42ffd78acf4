'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldError } from './action-form.tsx';
import styles from './forms.module.css';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly input?: Omit<ComponentProps<'input'>, 'name' | 'className' | 'id'>;
  /** The height of a multi-line field. */
  readonly lines?: number;
  /** Shows a multi-line field as code. */
  readonly raw?: boolean;
}

/** A text field with its label, its error and a hint. */
export function TextField({ name, label, hint, input = {}, lines, raw = false }: TextFieldProps) {
  const id = useId();
  const error = useFieldError(name);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const shared = {
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error !== null,
    className: 'field',
    id,
    name,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea
          {...shared}
          autoComplete={raw ? 'off' : undefined}
          data-raw={raw || undefined}
          defaultValue={input.defaultValue}
          maxLength={input.maxLength}
          required={input.required}
          rows={lines}
          spellCheck={raw ? false : undefined}
        />
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

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** The text of the option for no value. */
  readonly none: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice of one value or none, with its label. */
export function SelectField({ name, label, value = '', none, options }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select className="field" defaultValue={value} id={id} name={name}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface OptionProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly type: 'radio' | 'checkbox';
  readonly label: ReactNode;
  /** A second line that explains the option. */
  readonly hint?: string | undefined;
}

/** A radio button or check box with its label. */
export function Option({ label, hint, ...input }: OptionProps) {
  return (
    <label className={styles.option}>
      <input {...input} />
      <span>
        {label} {hint && <span className={styles.optionHint}>{hint}</span>}
      </span>
    </label>
  );
}

/** The text of a field without spaces around it. */
export const readField = (form: FormData, name: string): string =>
  String(form.get(name) ?? '').trim();
