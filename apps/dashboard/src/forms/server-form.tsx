'use client';

import { type ComponentProps, type ReactNode, useActionState, useEffect, useRef } from 'react';
import { useUnsavedChanges } from '#components/unsaved-changes.ts';
import type { ActionResult } from '#trpc/action-result.ts';
import { ResultContext, ResultMessage, useFocusOnError } from './action-form.tsx';
import styles from './forms.module.css';
import { TextField } from './text-field.tsx';

/** The result of a server action, with the values to show again. */
export type ServerFormResult = ActionResult & {
  readonly values?: Readonly<Record<string, string>>;
  /** The code of the error that the action reported. */
  readonly code?: string;
};

type ServerFormAction = (
  previous: ServerFormResult | null,
  form: FormData,
) => Promise<ServerFormResult>;

type Input = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'defaultValue' | 'maxLength' | 'minLength'
>;

interface ServerFormProps {
  readonly action: ServerFormAction;
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  /** The fields, all of which are required. */
  readonly fields?: readonly (Input & {
    readonly name: string;
    readonly label: string;
    readonly hint?: string;
  })[];
  /** Values that are sent along. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Confirms before changed values are lost. */
  readonly guardsChanges?: boolean;
  /** Shows the message of a success instead of the form. */
  readonly once?: boolean;
  /** A second button next to the submit button. */
  readonly secondary?: ReactNode;
  /** Below the button. */
  readonly children?: ReactNode;
}

/** A form that runs a server action. It works before scripts have loaded. */
export function ServerForm(props: ServerFormProps) {
  const {
    action,
    submit,
    kind,
    fields = [],
    hidden = {},
    guardsChanges = false,
    once = false,
    secondary,
    children,
  } = props;
  const [result, run, pending] = useActionState(action, null);
  const shown = pending ? null : result;
  const form = useRef<HTMLFormElement>(null);
  const markSaved = useUnsavedChanges(form, guardsChanges);
  useEffect(() => {
    if (result?.status === 'succeeded') markSaved();
  }, [result, markSaved]);
  useFocusOnError(form, shown);
  if (once && result?.status === 'succeeded') return <ResultMessage result={result} />;
  return (
    <ResultContext value={shown}>
      <form action={run} className={styles.form} data-layout="column" ref={form}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        {fields.map(({ name, label, hint, defaultValue, ...input }) => (
          <TextField
            hint={hint}
            input={{
              ...input,
              required: true,
              defaultValue: result?.values?.[name] ?? defaultValue,
            }}
            key={name}
            label={label}
            name={name}
          />
        ))}
        <div className={styles.buttons}>
          <button aria-disabled={pending} className="button" data-kind={kind} type="submit">
            {submit}
          </button>
          {secondary}
        </div>
        <ResultMessage result={shown} />
        {children}
      </form>
    </ResultContext>
  );
}
