import type { CheckoutEvent, CheckoutHandle, CheckoutOptions } from './events.ts';
import {
  CONNECT,
  type ConnectMessage,
  type EmbeddingMode,
  type FrameMessage,
  HELLO,
  readFrameMessage,
} from './protocol.ts';

/** A document says hello before its load event unless the device is slow; a later hello still connects. */
const HELLO_TIMEOUT_MS = 2_000;

interface FrameOptions extends CheckoutOptions {
  readonly mode: EmbeddingMode;
  /** Called for the messages that are no events. */
  readonly onMessage?: (message: FrameMessage) => void;
}

/** The frame of a payer page. */
export interface CheckoutFrame extends CheckoutHandle {
  readonly iframe: HTMLIFrameElement;
}

/**
 * Creates a frame that connects to the payer page when it is inserted into the document.
 * @throws TypeError if `url` is not the URL of a page
 */
export function createCheckoutFrame(options: FrameOptions): CheckoutFrame {
  const { url, mode, onEvent, onMessage } = options;
  const { origin, href } = parseUrl(url);
  const iframe = document.createElement('iframe');
  iframe.src = href;
  iframe.title = 'Checkout';
  // For wallets and for a bank's authentication in frames of the provider.
  iframe.allow = 'payment *; publickey-credentials-get *';
  // The height of the page with a short cart, so that little moves when its real height arrives.
  iframe.style.cssText = 'display:block;width:100%;height:600px;border:0';

  let port: MessagePort | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const emit = (event: CheckoutEvent) => {
    if (!isClosed) onEvent?.(event);
  };

  const receive = (data: unknown) => {
    const message = readFrameMessage(data);
    if (isClosed || message === null) return;
    onMessage?.(message);
    if (message.type === 'resize') iframe.style.height = `${message.height}px`;
    if (message.type === 'labels') iframe.title = message.title;
    else if (message.type !== 'busy') emit(message);
  };

  // Every document in the frame says hello, also after a bank has redirected the payer back.
  const connect = (event: MessageEvent) => {
    if (event.source !== iframe.contentWindow || event.origin !== origin) return;
    if (event.data?.type !== HELLO) return;
    clearTimeout(timer);
    const isFirst = !port;
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => receive(data);
    const message: ConnectMessage = { type: CONNECT, mode };
    iframe.contentWindow?.postMessage(message, origin, [channel.port2]);
    if (isFirst) emit({ type: 'ready' });
  };

  // A browser reports a blocked frame as loaded.
  const expectHello = () => {
    clearTimeout(timer);
    if (port) return;
    timer = setTimeout(() => {
      const message = `The payer page has not connected yet. If its frame stays empty, the browser has blocked it: add ${location.origin} to "Embedding origins" in the settings of the Parley dashboard. If it shows an error, check that url is a valid payment link. If it is only slow, the event "ready" follows.`;
      // biome-ignore lint/suspicious/noConsole: the merchant's developer reads it.
      console.error(`[Parley] ${message}`);
      emit({ type: 'error', message });
    }, HELLO_TIMEOUT_MS);
  };

  addEventListener('message', connect);
  iframe.addEventListener('load', expectHello);
  return {
    iframe,
    close() {
      isClosed = true;
      clearTimeout(timer);
      removeEventListener('message', connect);
      iframe.removeEventListener('load', expectHello);
      port?.close();
      iframe.remove();
    },
  };
}

function parseUrl(url: string): URL {
  try {
    const parsed = new URL(url);
    if (/^https?:$/.test(parsed.protocol)) return parsed;
  } catch {
    // Throws the same error below.
  }
  throw new TypeError('url must be the handoff_url of a session.');
}
