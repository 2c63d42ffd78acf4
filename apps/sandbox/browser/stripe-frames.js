// The first part of the script at /v3/stripe.js: frames of the sandbox in the merchant's page.
// Later parts use it through `window.sandboxStripe`, which the last part deletes.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  // Pages allow requests to the API's host, which differs from that of the script if that is js.….
  const API_ORIGIN = ORIGIN.replace('//js.', '//api.');
  const CHANNEL_PREFIX = 'sandbox-';

  let nextChannel = 0;
  const newChannel = () => `${CHANNEL_PREFIX}${Date.now().toString(36)}-${nextChannel++}`;

  const integrationError = (message) => {
    const error = new Error(message);
    error.name = 'IntegrationError';
    return error;
  };

  /**
   * Shows a document of the sandbox in a full-page dialog; resolves with its last message.
   * @param urlOf the document's URL for a query that it sends messages with
   * @param type of the message that ends the dialog
   */
  function showDialog(title, type, urlOf) {
    const channel = newChannel();
    const focused = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', title);
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      width: '100vw',
      height: '100dvh',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      padding: '0',
      border: '0',
      background: 'transparent',
    });
    const frame = makeFrame(urlOf({ channel, origin: location.origin }), title);
    frame.style.height = '100%';
    dialog.append(frame);
    document.body.append(dialog);
    // A modal dialog keeps the focus inside and the page behind inert.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.showModal();
    frame.addEventListener('load', () => frame.focus());
    return new Promise((resolve) => {
      const listen = (event) => {
        if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return;
        if (event.data?.channel !== channel || event.data.type !== type) return;
        removeEventListener('message', listen);
        dialog.close();
        dialog.remove();
        if (focused instanceof HTMLElement) focused.focus();
        resolve(event.data);
      };
      addEventListener('message', listen);
    });
  }

  /** Shows an authentication; resolves when it has ended. */
  const showChallenge = (source) =>
    showDialog(
      'Authentication',
      'challenge-done',
      (sender) => `${ORIGIN}/elements/challenge?${new URLSearchParams({ source, ...sender })}`,
    );

  /** Shows the sheet of the wallet; resolves with whether the payer approved the payment. */
  async function showWallet({ amount, currency }) {
    const urlOf = (sender) =>
      `${ORIGIN}/elements/wallet#${new URLSearchParams({ amount, currency, ...sender })}`;
    return (await showDialog('Sandbox Wallet', 'wallet-done', urlOf)).approved === true;
  }

  function makeFrame(src, title) {
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.title = title;
    frame.allow = 'payment *';
    frame.referrerPolicy = 'no-referrer';
    frame.style.cssText =
      'border:0;display:block;width:100%;color-scheme:light;background:transparent;';
    return frame;
  }

  window.sandboxStripe = {
    ORIGIN,
    API_ORIGIN,
    newChannel,
    makeFrame,
    showChallenge,
    showWallet,
    integrationError,
  };
})();
