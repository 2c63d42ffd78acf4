import { CONNECT, HELLO } from '../src/protocol.ts';

export const url = 'https://pay.example/psess_1?pk=pk_test_1';
const origin = 'https://pay.example';

export interface Sender {
  readonly source?: MessageEventSource | null;
  readonly origin?: string;
}

/** The payer page in a frame: sends what a browser would deliver to the merchant's page. */
export function payerPageIn(iframe: HTMLIFrameElement) {
  const received: unknown[][] = [];
  const contentWindow = {
    postMessage: (...sent: unknown[]) => void received.push(sent),
  } as unknown as MessageEventSource;
  // The DOM of the test loads no frames.
  Object.defineProperty(iframe, 'contentWindow', { value: contentWindow });
  return {
    /** A document says hello, by default as the page would. Returns the response, and how to use its port. */
    hello(from: Sender = {}, data: unknown = { type: HELLO }) {
      const sender = { source: contentWindow, origin, ...from };
      dispatchEvent(new MessageEvent('message', { ...sender, data }));
      const [message, target, ports] = received.pop() ?? [];
      const [port] = (ports ?? []) as MessagePort[];
      return { response: [message, target], send: (sent: unknown) => port?.postMessage(sent) };
    },
  };
}

export const connected = (mode: string) => [{ type: CONNECT, mode }, origin];
export const ignored = [undefined, undefined];
