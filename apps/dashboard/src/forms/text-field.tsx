'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldError } from './action-form.tsx';
import styles from './forms.module.css';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Renders the input with the attributes that connect it to the label, the error and the hint. */
  readonly children: (
    attributes: Pick<
      ComponentProps<'input'>,
      'aria-describedby' | 'aria-invalid' | 'className' | 'id' | 'name'
    >,
  ) => ReactNode;
}

/** An input with its label, its error and a hint. */
export function Field({ name, label, hint, children }: FieldProps) {
  const id = useId();
  const error = useFieldError(name);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error !== null,
        className: 'field',
        id,
        name,
      })}
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

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly input?: Omit<ComponentProps<'input'>, 'name' | 'className' | 'id'>;
  /** The height of a multi-line field. */
  readonly lines?: number;
  /** Shows a multi-line field as code. */
  readonly raw?: boolean;
}

/** A text field with its label, its error and a hint. */
export function TextField({ input = {}, lines, raw = false, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(attributes) =>
        lines ? (
          <textarea
            {...attributes}
            autoComplete={raw ? 'off' : undefined}
            data-raw={raw || undefined}
            defaultValue={input.defaultValue}
            maxLength={input.maxLength}
            required={input.required}
            rows={lines}
            spellCheck={raw ? false : undefined}
          />
        ) : (
          <input type="text" {...input} {...attributes} />
        )
      }
    </Field>
  );
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value?: string | number | null | undefined;
  /** The text of the option for no value; without it, one of the others is always selected. */
  readonly none?: string;
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
  /** For options with short texts. */
  readonly narrow?: boolean;
}

/** A choice of one value, with its label, its error and a hint. */
export function SelectField({ value, none, options, narrow, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select {...attributes} data-narrow={narrow || undefined} defaultValue={value ?? ''}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
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
