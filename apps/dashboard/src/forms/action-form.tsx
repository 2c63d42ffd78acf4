'use client';

import { useLocale, useTranslations } from 'next-intl';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate } from '#components/link.tsx';
import { showToast } from '#components/toast-store.ts';
import { useUnsavedChanges } from '#components/unsaved-changes.ts';
import { type ActionResult, type ActionSuccess, describeFailure } from '#trpc/action-result.ts';
import { type RpcError, readRpcError } from '#trpc/client.ts';
import type { FieldError, FieldLabels } from '#trpc/field-labels.ts';
import styles from './forms.module.css';

/** The result of the form around a field. */
export const ResultContext = createContext<ActionResult | null>(null);

const getFieldErrors = (result: ActionResult | null): readonly FieldError[] => {
  if (result?.status !== 'failed') return [];
  const { field, fields, message } = result;
  return fields ?? (field === null ? [] : [{ field, message }]);
};

/** The error of a field of the surrounding form, or null. */
export function useFieldError(name: string): ReactNode {
  const t = useTranslations('forms');
  const locale = useLocale();
  const error = getFieldErrors(useContext(ResultContext)).find(({ field }) => field === name);
  if (!error?.problem || locale === 'en') return error?.message ?? null;
  return t.rich('fieldError', {
    field: error.label ?? '',
    error: () => <span lang="en">{error.problem}</span>,
  });
}

/** Moves the focus to the first field of a form that an error belongs to, so that it is read out. */
export function useFocusOnError(
  form: RefObject<HTMLFormElement | null>,
  result: ActionResult | null,
): void {
  useEffect(() => {
    const names = getFieldErrors(result).map(({ field }) => `[name="${field}"]`);
    if (names.length > 0) form.current?.querySelector<HTMLElement>(names.join())?.focus();
  }, [form, result]);
}

/**
 * Moves the focus to the content of the page if a success removes the component, and the focus with it.
 * @param submitted whether the component can be removed by its own success
 */
export function useContentFocus(submitted: RefObject<boolean>): void {
  useEffect(
    () => () => {
      const lost = submitted.current && document.activeElement === document.body;
      if (lost) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [submitted],
  );
}

/** Runs an action with the values of a form. Rejects with the error of the client. */
type Run<Result> = (form: FormData) => Promise<Result>;

/** What a form does: an action, or a mutation and the message of its success. */
export type FormAction =
  | Pick<ActionFormProps, 'action'>
  | { readonly mutate: Run<unknown>; readonly done?: string | ((form: FormData) => string) };

/** @param error null if the server sent no response */
type DescribeMessage = (message: string, error: RpcError | null) => string;

export interface ActionFormProps {
  readonly action: Run<ActionSuccess>;
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  /** Fields in a row with the button, above it in a column, or none. */
  readonly layout?: 'inline' | 'column';
  /** Names the fields in error messages. */
  readonly labels?: FieldLabels;
  /** Rewrites the message of an error for the page. */
  readonly describeMessage?: DescribeMessage | undefined;
  readonly children?: ReactNode;
  /** A second button next to the submit button. */
  readonly secondary?: ReactNode;
  readonly onSuccess?: () => void;
  /** Shows a message of success apart from the form, which the success removes. */
  readonly hideSuccess?: boolean;
  /** Confirms before changed values are lost, as forms in dialogs do. */
  readonly guardsChanges?: boolean;
  /** The dialog moves the focus when it closes. */
  readonly isInDialog?: boolean;
}

/** A form that runs an action. It shows an error at its field, and any other result below. */
export function ActionForm(props: Omit<ActionFormProps, 'action'> & FormAction) {
  const { submit, kind, layout, labels, children, secondary } = props;
  const announce = useAnnounce();
  const form = useRef<HTMLFormElement>(null);
  const markSaved = useUnsavedChanges(form, props.guardsChanges ?? props.isInDialog ?? false);
  const { result, pending, run } = useAction(readAction(props), {
    labels,
    describeMessage: props.describeMessage,
    onSuccess: ({ message }) => {
      markSaved();
      if (message && announce) announce(message);
      else if (message && props.hideSuccess) showToast(message);
      props.onSuccess?.();
    },
  });
  const submitted = useRef(false);

  useContentFocus(submitted);
  useFocusOnError(form, result);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submitted.current = !props.isInDialog;
    void run(new FormData(event.currentTarget));
  }

  const hidden = result?.status === 'succeeded' && (props.hideSuccess || announce !== null);
  return (
    <ResultContext value={result}>
      <form
        className={styles.form}
        data-layout={layout}
        // A form that is sent before its script has loaded must not put secrets into an address.
        method="post"
        onSubmit={handleSubmit}
        ref={form}
      >
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
export function ResultMessage({ result }: { readonly result: ActionResult | null }) {
  const element = useRef<HTMLParagraphElement>(null);
  const shown = result?.message && !(result.status === 'failed' && result.field) ? result : null;

  useEffect(() => {
    if (shown) element.current?.focus();
  }, [shown]);

  if (!shown) return null;
  return (
    <p
      className={styles.result}
      data-status={shown.status}
      lang={shown.status === 'failed' ? shown.lang : undefined}
      ref={element}
      tabIndex={-1}
    >
      {shown.message}
      {shown.status === 'succeeded' && shown.link && (
        <>
          {' '}
          <Link href={shown.link.href}>{shown.link.label}</Link>
        </>
      )}
      {shown.status === 'failed' && shown.reason && (
        <>
          {' '}
          <span lang={shown.reason.lang}>{shown.reason.message}</span>
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

function readAction(props: FormAction): Run<ActionSuccess> {
  if ('action' in props) return props.action;
  const { mutate, done } = props;
  return async (form) => {
    await mutate(form);
    const message = typeof done === 'function' ? done(form) : done;
    return message === undefined ? {} : { message };
  };
}

interface ActionOptions {
  readonly labels?: FieldLabels | undefined;
  readonly describeMessage?: DescribeMessage | undefined;
  readonly onSuccess?: (success: ActionSuccess) => void;
}

/** Runs an action, one call at a time, and holds its latest result. */
function useAction(
  action: Run<ActionSuccess>,
  { labels, describeMessage = (message) => message, onSuccess }: ActionOptions = {},
) {
  const t = useTranslations('forms');
  const navigate = useNavigate();
  const [result, setResult] = useState<ActionResult | null>(null);
  const [pending, setPending] = useState(false);
  // Two clicks can arrive before React renders the pending state.
  const running = useRef(false);

  async function run(form: FormData): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setResult(null);
    try {
      const success = await action(form);
      setResult({ status: 'succeeded', ...success });
      if (success.goTo) navigate(success.goTo);
      onSuccess?.(success);
    } catch (error) {
      const { lang, ...failure } = describeFailure(t, error, labels);
      const message = describeMessage(failure.message, readRpcError(error));
      const isAsReceived = lang && message === failure.message;
      setResult({ status: 'failed', ...failure, message, ...(isAsReceived && { lang }) });
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { result, pending, run };
}

const AnnounceContext = createContext<((message: string) => void) | null>(null);

/** Announces the result of a form that its own success removes. Null outside of an Announcer. */
function useAnnounce() {
  return useContext(AnnounceContext);
}

/** Shows the results of the forms in a list above the list. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLParagraphElement>(null);
  const [announcement, setAnnouncement] = useState<{ readonly message: string } | null>(null);

  useEffect(() => {
    if (announcement) element.current?.focus();
  }, [announcement]);

  return (
    <AnnounceContext value={(message) => setAnnouncement({ message })}>
      {announcement && (
        <p className={styles.result} data-status="succeeded" ref={element} tabIndex={-1}>
          {announcement.message}
        </p>
      )}
      {children}
    </AnnounceContext>
  );
}
