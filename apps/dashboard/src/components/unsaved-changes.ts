import { useTranslations } from 'next-intl';
import { type RefObject, useCallback, useEffect } from 'react';

/** What the page would lose, and the question before it does. */
interface Unsaved {
  readonly question: string;
  readonly element: Element | null;
}

/** By the refs of the elements. All share the listeners of the page, so that the question comes once. */
const unsaved = new Map<unknown, Unsaved>();

/** Whether nothing is lost, or the person agrees to lose it. */
function mayLose(lost: readonly Unsaved[]): boolean {
  const last = lost.at(-1);
  return last === undefined || window.confirm(last.question);
}

/** Whether another page may replace this one: nothing is lost, or the person agrees. */
export const mayLeavePage = (): boolean => mayLose([...unsaved.values()]);

/** Whether a dialog may close: no form in it has changes, or the person agrees to lose them. */
export function mayCloseDialog(dialog: Element, question: string): boolean {
  const lost = [...unsaved.values()].filter(({ element }) => dialog.contains(element));
  return mayLose(lost.map((one) => ({ ...one, question })));
}

/** The link that a click opens in this tab. */
function findOpenedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere =
    event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return link?.href && !opensElsewhere && link.target !== '_blank' && !link.download ? link : null;
}

function onUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function onClick(event: MouseEvent): void {
  const link = findOpenedLink(event);
  // A link of a form, such as "Cancel", discards what is in this form.
  const lost = [...unsaved.values()].filter(({ element }) => !element?.contains(link));
  if (link === null || mayLose(lost)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** "Back" and "Forward" of the browser. Browsers without the Navigation API leave the page unconfirmed. */
function onNavigate(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.cancelable) return;
  if (!mayLeavePage()) event.preventDefault();
}

function markUnsaved(owner: unknown, what: Unsaved): void {
  if (unsaved.size === 0) {
    addEventListener('beforeunload', onUnload);
    // Before the router, which follows the link itself.
    document.addEventListener('click', onClick, { capture: true });
    window.navigation?.addEventListener('navigate', onNavigate);
  }
  unsaved.set(owner, what);
}

function markSaved(owner: unknown): void {
  if (!unsaved.delete(owner) || unsaved.size > 0) return;
  removeEventListener('beforeunload', onUnload);
  document.removeEventListener('click', onClick, { capture: true });
  window.navigation?.removeEventListener('navigate', onNavigate);
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
    const element = form.current;
    if (!isGuarded || element === null) return;
    const onInput = () => markUnsaved(form, { question, element });
    element.addEventListener('input', onInput);
    return () => {
      markSaved(form);
      element.removeEventListener('input', onInput);
    };
  }, [form, isGuarded, question]);

  return useCallback(() => markSaved(form), [form]);
}

/** Confirms before the page loses what an element shows, while it shows it. */
export function useUnsavedContent(element: RefObject<Element | null>, question: string): void {
  useEffect(() => {
    markUnsaved(element, { question, element: element.current });
    return () => markSaved(element);
  }, [element, question]);
}
