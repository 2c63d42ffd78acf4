import type { IntentResult, PaymentElement } from './stripe.ts';

/** The provider's part of the page, of one kind, as it stands in the page. */
export interface Frame {
  /** Brings what it shows up to date; throws when it cannot. */
  refresh(): Promise<void>;
  /** Takes the page's colours of this moment. */
  restyle(): void;
  destroy(): void;
  check(): Promise<boolean>;
  confirm(): Promise<IntentResult>;
}

const READY_MS = 20_000;

/** Puts an element into the page. Throws, and takes it away again, when it does not come. */
export async function mountElement(element: PaymentElement, node: HTMLElement): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('the card form did not load'));
      const timer = setTimeout(fail, READY_MS);
      element.on('ready', () => {
        clearTimeout(timer);
        resolve();
      });
      element.on('loaderror', fail);
      element.mount(node);
    });
  } catch (error) {
    element.destroy();
    throw error;
  }
}
