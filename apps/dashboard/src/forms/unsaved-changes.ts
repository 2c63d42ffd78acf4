import { useTranslations } from 'next-intl';
import { type RefObject, useCallback, useEffect } from 'react';

/** The forms of the page with changes that are not saved, and the question before they are lost. */
const unsavedForms = new Map<unknown, string>();

/** Whether another page may replace this one: nothing is lost, or the person agrees. */
export function mayLeavePage(): boolean {
  const [question] = unsavedForms.values();
  return question === undefined || window.confirm(question);
}

/** Whether a click opens a link in this tab, apart from those of the form, such as "Cancel". */
function leavesPage(event: MouseEvent, form: HTMLFormElement | null): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || form?.contains(link)) return false;
  const opensElsewhere =
    event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return !opensElsewhere && link.target !== '_blank' && !link.download;
}

/**
 * Confirms before a link, the browser's buttons or a closed tab discard what was entered into a form.
 * @returns a function to call when it has been saved
 */
export function useUnsavedChanges(
  form: RefObject<HTMLFormElement | null>,
  isGuarded: boolean,
): () => void {
  const question = useTranslations('forms')('leave');
  useEffect(() => {
    if (!isGuarded) return;
    const element = form.current;
    const onInput = () => unsavedForms.set(form, question);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsavedForms.has(form)) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!unsavedForms.has(form) || !leavesPage(event, element) || mayLeavePage()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // "Back" and "Forward" of the browser. Browsers without the Navigation API leave the page unconfirmed.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      if (unsavedForms.has(form) && !mayLeavePage()) event.preventDefault();
    };
    element?.addEventListener('input', onInput);
    addEventListener('beforeunload', onUnload);
    // Before the router, which follows the link itself.
    document.addEventListener('click', onClick, { capture: true });
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      unsavedForms.delete(form);
      window.navigation?.removeEventListener('navigate', onNavigate);
      element?.removeEventListener('input', onInput);
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [form, isGuarded, question]);

  return useCallback(() => {
    unsavedForms.delete(form);
  }, [form]);
}
