import { type RefObject, useEffect } from 'react';

const QUESTION = 'Leave without saving? Your changes will be lost.';

/** The forms of the page with changes that are not saved. */
const unsavedForms = new Set<unknown>();

/** Whether another page may replace this one: nothing is lost, or the person agrees. */
export const mayLeavePage = (): boolean => unsavedForms.size === 0 || window.confirm(QUESTION);

/** Whether a click opens a link in this tab, apart from those of the form, such as "Cancel". */
function leavesPage(event: MouseEvent, form: HTMLFormElement | null): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || form?.contains(link)) return false;
  const opensElsewhere =
    event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return !opensElsewhere && link.target !== '_blank' && !link.download;
}

/**
 * Asks before a link or a closed tab discards what was entered into a form.
 * @returns a function to call when it has been saved
 */
export function useUnsavedChanges(
  form: RefObject<HTMLFormElement | null>,
  isGuarded: boolean,
): () => void {
  useEffect(() => {
    if (!isGuarded) return;
    const element = form.current;
    const onInput = () => unsavedForms.add(form);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsavedForms.has(form)) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!unsavedForms.has(form) || !leavesPage(event, element) || mayLeavePage()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('input', onInput);
    addEventListener('beforeunload', onUnload);
    // Before the router, which follows the link itself.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      unsavedForms.delete(form);
      element?.removeEventListener('input', onInput);
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [form, isGuarded]);

  return () => {
    unsavedForms.delete(form);
  };
}
