'use client';

import Link from 'next/link';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react';
import type { ActionResult, FieldLabels } from './action-result.ts';
import { useAnnounce } from './announcer.tsx';
import styles from './forms.module.css';
import { type Action, useAction } from './use-action.ts';

const ResultContext = createContext<ActionResult | null>(null);

/** The error of a field of the surrounding form, or null. */
export function useFieldError(name: string): string | null {
  const result = useContext(ResultContext);
  return result?.status === 'failed' && result.field === name ? result.message : null;
}

export interface ActionFormProps {
  readonly action: Action;
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  /** Fields in a row with the button, above it in a column, or none. */
  readonly layout?: 'inline' | 'column';
  /** Names the fields in error messages. */
  readonly labels?: FieldLabels;
  /** Rewrites the message of an error for the page. */
  readonly describeMessage?: (message: string) => string;
  readonly children?: ReactNode;
  /** A second button next to the submit button. */
  readonly secondary?: ReactNode;
  readonly onSuccess?: () => void;
  /** Shows no message of success, because the page shows the result itself. */
  readonly hideSuccess?: boolean;
}

/** A form that runs an action. It shows an error at its field, and any other result below. */
export function ActionForm(props: ActionFormProps) {
  const { action, submit, kind, layout, labels, children, secondary } = props;
  const announce = useAnnounce();
  const { result, pending, run } = useAction(action, {
    labels,
    describeMessage: props.describeMessage,
    onSuccess: ({ message }) => {
      if (message) announce?.(message);
      props.onSuccess?.();
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);

  // A success can remove the form, and the focus with it. The focus then moves to the page content.
  useEffect(
    () => () => {
      const lost = submitted.current && document.activeElement === document.body;
      if (lost) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );

  useEffect(() => {
    if (result?.status !== 'failed' || !result.field) return;
    form.current?.querySelector<HTMLElement>(`[name="${result.field}"]`)?.focus();
  }, [result]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submitted.current = true;
    void run(new FormData(event.currentTarget));
  }

  const hidden = result?.status === 'succeeded' && (props.hideSuccess || announce !== null);
  return (
    <ResultContext value={result}>
      <form className={styles.form} data-layout={layout} onSubmit={handleSubmit} ref={form}>
        {children}
        <div className={styles.buttons}>
          <button aria-disabled={pending} className="button" data-kind={kind} type="submit">
            {submit}
          </button>
          {secondary}
        </div>
        <ResultMessage result={hidden ? null : result} />
      </form>
    </ResultContext>
  );
}

/** Shows a result that belongs to no field, and takes the focus so that it is read out. */
function ResultMessage({ result }: { readonly result: ActionResult | null }) {
  const element = useRef<HTMLParagraphElement>(null);
  const shown = result?.message && !(result.status === 'failed' && result.field) ? result : null;

  useEffect(() => {
    if (shown) element.current?.focus();
  }, [shown]);

  if (!shown) return null;
  return (
    <p className={styles.result} data-status={shown.status} ref={element} tabIndex={-1}>
      {shown.message}
      {shown.status === 'succeeded' && shown.link && (
        <>
          {' '}
          <Link href={shown.link.href}>{shown.link.label}</Link>
        </>
      )}
      {shown.status === 'failed' && shown.requestId && (
        <>
          {' '}
          <code>{shown.requestId}</code>
        </>
      )}
    </p>
  );
}
