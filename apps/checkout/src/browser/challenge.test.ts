// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChallenge } from './challenge.ts';

type Options = Readonly<Record<string, unknown>> & {
  readonly callback: (token: string) => void;
  readonly 'error-callback': (code?: unknown) => void;
  readonly 'expired-callback': () => void;
};

const render = vi.fn<(element: HTMLElement, options: Options) => string>(() => 'widget');
const remove = vi.fn();
const onToken = vi.fn();
const onError = vi.fn();
let element: HTMLElement;
/** Another one for each test, because a script is loaded once. */
let scriptUrl: string;
let tests = 0;

beforeEach(() => {
  vi.clearAllMocks();
  scriptUrl = `https://captcha.example/${++tests}/api.js`;
  document.body.innerHTML = '<div></div>';
  element = document.querySelector('div') as HTMLElement;
  // The test decides whether a script loads.
  vi.spyOn(document.head, 'append').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const create = () =>
  createChallenge(
    element,
    { siteKey: 'the-site-key', scriptUrl },
    { language: 'de', onToken, onError },
  );
const scripts = () =>
  vi.mocked(document.head.append).mock.calls.map(([script]) => script as Element);
const finish = (event: 'load' | 'error') => scripts().at(-1)?.dispatchEvent(new Event(event));
const lastOptions = () => render.mock.lastCall?.[1] as Options;

it('renders the widget of the provider and passes its token on', async () => {
  vi.stubGlobal('turnstile', { render, remove });
  const challenge = create();
  const shown = challenge.show();
  expect(scripts()[0]?.getAttribute('src')).toBe(`${scriptUrl}?render=explicit&hl=de`);
  finish('load');
  await shown;
  expect(lastOptions()).toMatchObject({ sitekey: 'the-site-key', language: 'de', theme: 'light' });
  lastOptions().callback('token');
  expect(onToken).toHaveBeenCalledExactlyOnceWith('token');
  challenge.hide();
  expect(remove).toHaveBeenCalledExactlyOnceWith('widget');
  expect(element.childElementCount).toBe(0);
});

it('waits for the second step of reCAPTCHA', async () => {
  const api = {
    ready(callback: () => void) {
      Object.assign(api, { render });
      callback();
    },
  };
  vi.stubGlobal('grecaptcha', api);
  const shown = create().show();
  finish('load');
  await shown;
  expect(render).toHaveBeenCalledOnce();
});

it('loads the script again after a failure', async () => {
  vi.stubGlobal('turnstile', { render, remove });
  const challenge = create();
  const failed = challenge.show();
  finish('error');
  await failed;
  expect(onError).toHaveBeenCalledOnce();
  const shown = challenge.show();
  finish('load');
  await shown;
  expect(render).toHaveBeenCalledOnce();
});

it('reports a failure of the widget once, and none if the payer has closed the challenge', async () => {
  vi.stubGlobal('hcaptcha', { render, remove });
  const challenge = create();
  const shown = challenge.show();
  finish('load');
  await shown;
  lastOptions()['error-callback']('challenge-closed');
  expect(onError).not.toHaveBeenCalled();
  lastOptions()['error-callback']('network-error');
  lastOptions()['error-callback']('network-error');
  expect(onError).toHaveBeenCalledOnce();
});

it('replaces a challenge that has expired', async () => {
  vi.stubGlobal('turnstile', { render, remove });
  const shown = create().show();
  finish('load');
  await shown;
  lastOptions()['expired-callback']();
  await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(2));
  expect(remove).toHaveBeenCalledOnce();
  expect(element.childElementCount).toBe(1);
});
