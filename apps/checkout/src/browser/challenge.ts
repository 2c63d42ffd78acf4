import type { CaptchaWidget } from '../documents/payer-page.tsx';
import { loadScript } from './load-script.ts';

/** The challenge of the CAPTCHA provider. */
export interface Challenge {
  /** Shows a new challenge. */
  show(): Promise<void>;
  /** Removes the challenge, so that the provider's script does nothing more. */
  hide(): void;
}

/** What the scripts of Turnstile, hCaptcha and reCAPTCHA v2 have in common. */
interface CaptchaApi {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
  /** reCAPTCHA does not have it. */
  remove?(widget: unknown): void;
  /** reCAPTCHA loads in two steps, and has `render` after the second. */
  ready?(callback: () => void): void;
}

interface ChallengeOptions {
  /** The language of the widget. */
  readonly language: string;
  readonly onToken: (token: string) => void;
  /** Called once per challenge that does not load. */
  readonly onError: () => void;
}

/** The width in pixels of the widget, for which narrow pages have no room. */
const NORMAL_WIDTH = 304;
/** The reasons of hCaptcha for a challenge that the payer left. */
const leftByPayer: readonly unknown[] = ['challenge-closed', 'challenge-expired'];

export function createChallenge(
  element: HTMLElement,
  { siteKey, scriptUrl }: CaptchaWidget,
  { language, onToken, onError }: ChallengeOptions,
): Challenge {
  const url = new URL(scriptUrl);
  url.searchParams.set('render', 'explicit');
  url.searchParams.set('hl', language);
  let removeWidget = () => {};
  return {
    hide() {
      removeWidget();
      removeWidget = () => {};
      element.replaceChildren();
    },
    async show() {
      this.hide();
      const container = document.createElement('div');
      element.append(container);
      let hasFailed = false;
      const fail = (code?: unknown) => {
        if (hasFailed || leftByPayer.includes(code)) return;
        hasFailed = true;
        onError();
      };
      try {
        const api = await loadScript(url.href, findApi);
        if (!api.render) await new Promise<void>((resolve) => api.ready?.(resolve));
        // A later challenge has replaced this one.
        if (!container.isConnected) return;
        const widget = api.render(container, {
          sitekey: siteKey,
          callback: onToken,
          'error-callback': fail,
          'expired-callback': () => void this.show(),
          language,
          theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
          size: element.clientWidth < NORMAL_WIDTH ? 'compact' : 'normal',
        });
        removeWidget = () => api.remove?.(widget);
      } catch {
        fail();
      }
    },
  };
}

function findApi(): CaptchaApi | undefined {
  const { turnstile, hcaptcha, grecaptcha } = window as {
    readonly turnstile?: CaptchaApi;
    readonly hcaptcha?: CaptchaApi;
    readonly grecaptcha?: CaptchaApi;
  };
  return turnstile ?? hcaptcha ?? grecaptcha;
}
