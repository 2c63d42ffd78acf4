import { type RefObject, useEffect, useRef } from 'react';

const QUESTION = 'Leave without saving? Your changes will be lost.';

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
  const isChanged = useRef(false);

  useEffect(() => {
    if (!isGuarded) return;
    const element = form.current;
    const onInput = () => {
      isChanged.current = true;
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isChanged.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!isChanged.current || !leavesPage(event, element) || window.confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('input', onInput);
    addEventListener('beforeunload', onUnload);
    // Before the router, which follows the link itself.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      element?.removeEventListener('input', onInput);
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [form, isGuarded]);

  return () => {
    isChanged.current = false;
  };
}
