import { CONNECT, type EmbeddingMode, type FrameMessage, HELLO } from '@parley/embed/protocol';
import type { Embedding } from '../documents/payer-page.tsx';
import type { Stage } from '../view/stage.ts';

/** What the merchant's page is notified of when the payer page shows a stage; null for nothing. */
const messageOfStage: Record<Stage, FrameMessage | null> = {
  form: null,
  challenge: null,
  completing: null,
  card_missing: null,
  waiting: null,
  not_payable: null,
  action_required: { type: 'requires_action' },
  processing: { type: 'processing' },
  unsure: { type: 'processing' },
  slow: { type: 'processing' },
  under_review: { type: 'processing' },
  disputed: { type: 'processing' },
  paid: { type: 'success' },
  nothing_due: { type: 'success' },
  expired: { type: 'expired' },
  canceled: { type: 'expired' },
  blocked: { type: 'expired' },
  refunding: { type: 'expired' },
  returned: { type: 'expired' },
  unfulfilled: {
    type: 'error',
    message: 'The payment was received, but the order could not be fulfilled.',
  },
};

const failedMessage: FrameMessage = {
  type: 'error',
  message: 'The payment form could not be loaded. The payer can try again.',
};

const busyStages: readonly Stage[] = ['processing', 'unsure'];
const formStages: readonly Stage[] = ['form', 'card_missing', 'action_required'];

/** The elements of the payer page that show its state. */
interface PageParts {
  readonly page: HTMLElement;
  readonly pay: HTMLElement;
  /** The link to the merchant; absent without a destination. */
  readonly back: HTMLElement | null;
}

/**
 * Connects a framed payer page to the merchant's page around it, and reports what the page shows. It reads
 * the attributes that the page's script sets, so that script needs no code for it.
 * @param embedding the origins that may connect
 */
export function connectToParent({ page, pay, back }: PageParts, embedding: Embedding): void {
  const { origins, close } = embedding;
  let port: MessagePort | undefined;
  let mode: EmbeddingMode | undefined;
  let sent: FrameMessage | null = null;
  let { cart } = page.dataset;

  const send = (message: FrameMessage) => port?.postMessage(message);
  const stage = () => page.dataset.stage as Stage;
  /** The button keeps its state when it is hidden after a payment. */
  const isBusy = () =>
    busyStages.includes(stage()) ||
    (formStages.includes(stage()) && pay.dataset.state === 'paying');

  /** Before the payment, the stage does not say what its form shows. */
  const messageOfForm = (): FrameMessage | null => {
    if (page.dataset.failed !== undefined) return failedMessage;
    return pay.dataset.bank === undefined ? null : { type: 'requires_action' };
  };

  const sendState = () => {
    send({ type: 'labels', title: document.title, close, dir: direction() });
    send({ type: 'busy', busy: isBusy() });
    if (page.dataset.cart !== cart) send({ type: 'cart_updated' });
    cart = page.dataset.cart;
    const message = messageOfStage[stage()] ?? messageOfForm();
    if (message?.type === 'success' && page.dataset.checkingCard !== undefined) return;
    if (message && message.type !== sent?.type) send(message);
    sent = message;
  };
  const sendHeight = () =>
    send({ type: 'resize', height: Math.ceil(page.getBoundingClientRect().height) });

  addEventListener('message', (event: MessageEvent) => {
    if (event.source !== parent || !origins.includes(event.origin)) return;
    if (event.data?.type !== CONNECT || !event.ports[0]) return;
    [port] = event.ports;
    ({ mode } = event.data);
    sent = null;
    sendHeight();
    sendState();
  });

  // The frame is as high as its content.
  page.style.minHeight = '0';
  new ResizeObserver(sendHeight).observe(page);
  new MutationObserver(sendState).observe(page, {
    subtree: true,
    attributeFilter: [
      'data-stage',
      'data-checking-card',
      'data-state',
      'data-cart',
      'data-failed',
      'data-bank',
    ],
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && mode === 'overlay' && !isBusy()) send({ type: 'close' });
  });
  // The merchant's page would otherwise open inside the frame.
  if (back) {
    back.setAttribute('target', '_top');
    back.addEventListener('click', (event) => {
      if (mode !== 'overlay') return;
      event.preventDefault();
      send({ type: 'close' });
    });
  }

  for (const origin of getTargets(origins)) parent.postMessage({ type: HELLO }, origin);
}

const direction = () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/** The parent's origin where the browser reports it, otherwise all that it may be. */
function getTargets(origins: readonly string[]): readonly string[] {
  const reported = location.ancestorOrigins?.[0];
  return reported !== undefined && origins.includes(reported) ? [reported] : origins;
}
