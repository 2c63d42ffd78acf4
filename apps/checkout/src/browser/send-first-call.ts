import type { FirstCallResponse } from './first-call.ts';

// A script of its own in the head of the document: sends the first call of the page while the rest of the document
// loads. A page that the browser prerenders is not open yet.
const { path = '', body = '' } = document.currentScript?.dataset ?? {};

const send = (): Promise<FirstCallResponse | null> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(25_000),
  }).then(
    (response) => (response.ok ? response.json() : null),
    () => null,
  );

window.firstCall = document.prerendering
  ? new Promise((resolve) => {
      document.addEventListener('prerenderingchange', () => resolve(send()), { once: true });
    })
  : send();
