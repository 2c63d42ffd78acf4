import { type CallResponse, sendCall } from './send-call.ts';

// A script of its own in the head of the document: sends the first call of the page while the rest of the document
// loads. A page that the browser prerenders is not open yet.
const { path = '', body = '' } = document.currentScript?.dataset ?? {};

const send = (): Promise<CallResponse | null> => sendCall(path, body);

window.firstCall = document.prerendering
  ? new Promise((resolve) => {
      document.addEventListener('prerenderingchange', () => resolve(send()), { once: true });
    })
  : send();
