import { createCheckoutFrame } from './checkout-frame.ts';
import type { CheckoutHandle, CheckoutOptions } from './events.ts';

// At the top, so that nothing but the lower edge moves when the height of the frame changes.
const STYLE = `
dialog{box-sizing:border-box;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:max(24px,6dvh) 24px;border:0;background:rgb(0 0 0/60%);overflow:hidden}
dialog[open]{display:grid;place-items:start center}
dialog::backdrop{background:none}
div{display:grid;grid-template-rows:auto minmax(0,1fr);width:min(100%,480px);overflow:hidden;border-radius:12px;background:#f8f8f9;box-shadow:0 8px 40px rgb(0 0 0/30%)}
iframe{max-height:calc(100dvh - 48px - 2*max(24px,6dvh))}
button{justify-self:end;width:44px;height:44px;margin:4px 4px 0;padding:0;border:0;border-radius:50%;background:none;color:#5a5a64;font:28px/1 system-ui,sans-serif;cursor:pointer}
button:hover{background:rgb(128 128 128/15%)}
button:focus-visible{outline:2px solid #0b616d;outline-offset:-2px}
@media(prefers-color-scheme:dark){div{background:#101012}button{color:#a5a5b0}button:focus-visible{outline-color:#63c5d1}}
@media(max-width:528px){dialog{padding:0}div{width:100%;height:100%;border-radius:0}iframe{height:100%!important;max-height:none}}
`;

/** Closes the overlay that is open. There is one at most: each keeps the page from scrolling. */
let closeCurrent: (() => void) | undefined;

/**
 * Shows the payer page in a modal dialog above the page. The payer can close it, which emits `close`, and
 * so does opening another one.
 * @throws TypeError if `url` is not the URL of a page
 */
export function openCheckout(options: CheckoutOptions): CheckoutHandle {
  const { onEvent } = options;
  let isBusy = false;
  const frame = createCheckoutFrame({
    ...options,
    mode: 'overlay',
    onEvent(event) {
      if (event.type === 'close') dismiss();
      else onEvent?.(event);
    },
    onMessage(message) {
      if (message.type === 'busy') isBusy = message.busy;
      if (message.type !== 'labels') return;
      button.setAttribute('aria-label', message.close);
      dialog.setAttribute('aria-label', message.title);
      dialog.dir = message.dir;
    },
  });
  const { iframe } = frame;
  closeCurrent?.();
  closeCurrent = dismiss;

  // A shadow tree keeps the styles of the merchant's page out, and needs no permission of its policy.
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];

  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', iframe.title);
  const panel = document.createElement('div');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  button.setAttribute('aria-label', 'Close');
  panel.append(button, iframe);
  dialog.append(panel);
  root.append(dialog);
  document.body.append(host);

  button.addEventListener('click', dismiss);
  // Not while a payment is being made. The button still closes it then.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (!isBusy) dismiss();
  };
  // The focus is on the body after a click next to the frame.
  addEventListener('keydown', handleKey);
  // Devices close a dialog otherwise, such as by a gesture.
  dialog.addEventListener('cancel', (event) => {
    if (isBusy) event.preventDefault();
  });
  dialog.addEventListener('close', dismiss);

  const opener = document.activeElement;
  const unlockScrolling = lockScrolling();
  dialog.showModal();

  let isOpen = true;
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    if (closeCurrent === dismiss) closeCurrent = undefined;
    removeEventListener('keydown', handleKey);
    frame.close();
    dialog.close();
    host.remove();
    unlockScrolling();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }
  function dismiss(): void {
    if (!isOpen) return;
    close();
    onEvent?.({ type: 'close' });
  }
  return { close };
}

/** Keeps the page behind the dialog from scrolling, and from moving when its scroll bar disappears. */
function lockScrolling(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingInlineEnd } = style;
  style.overflow = 'hidden';
  style.paddingInlineEnd = `${innerWidth - clientWidth}px`;
  return () => {
    style.overflow = overflow;
    style.paddingInlineEnd = paddingInlineEnd;
  };
}
