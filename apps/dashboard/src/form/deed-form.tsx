'use client';

import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { useAnnounce } from './announcer.tsx';
import styles from './form.module.css';
import { Outcome } from './outcome.tsx';
import type { Told } from './told.ts';
import { type Action, useDeed } from './use-deed.ts';

const ToldContext = createContext<Told | null>(null);

/** What is wrong with a field of the form around it; null where nothing is. */
export function useFieldError(name: string): string | null {
  const told = useContext(ToldContext);
  return told?.kind === 'refused' && told.field === name ? told.message : null;
}

export interface DeedFormProps {
  readonly action: Action;
  /** Sent along unseen. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly submit: string;
  readonly kind?: 'first' | 'danger';
  readonly layout?: 'row' | 'column';
  readonly children?: ReactNode;
  /** Beside the button: another way out. */
  readonly beside?: ReactNode;
  readonly onDone?: () => void;
  /** Whether what came of it is told elsewhere. */
  readonly silentWhenDone?: boolean;
  /** Changes what is sent, e.g. a time in the reader's zone. */
  readonly prepare?: (form: FormData) => void;
}

/** A form that does something; what is wrong stands at its field, the rest below. */
export function DeedForm(props: DeedFormProps) {
  const { action, hidden = {}, submit, kind, layout = 'row', children, beside } = props;
  const announce = useAnnounce();
  const { told, pending, run } = useDeed(action, (message) => {
    announce?.(message);
    props.onDone?.();
  });
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);

  // What is done may take the form away, and the focus with it: it goes on where the page begins.
  useEffect(
    () => () => {
      const lost = sent.current && document.activeElement === document.body;
      if (lost) document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );

  useEffect(() => {
    if (told?.kind !== 'refused' || !told.field) return;
    form.current?.querySelector<HTMLElement>(`[name="${told.field}"]`)?.focus();
  }, [told]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    props.prepare?.(data);
    sent.current = true;
    run(data);
  }

  return (
    <ToldContext value={told}>
      <form className={styles.form} data-layout={layout} onSubmit={send} ref={form}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        {children}
        <div className={styles.buttons}>
          <button aria-disabled={pending} className="button" data-kind={kind} type="submit">
            {submit}
          </button>
          {beside}
        </div>
        <Outcome told={told?.kind === 'done' && (props.silentWhenDone || announce) ? null : told} />
      </form>
    </ToldContext>
  );
}
