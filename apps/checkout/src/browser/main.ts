import { messages as table } from '@parley/payer-view/messages/en';
import { isolateValues } from '@parley/payer-view/messages/isolate-values';
import { formatOrder } from '@parley/payer-view/order';
import type { PageData } from '../documents/payer-page.tsx';
import { formatDateTime, formatTimeUntil } from '../view/deadline.ts';
import { getFirstCall } from '../view/first-call.ts';
import { linkQuery } from '../view/link-query.ts';
import { isPayable, isUnpaid, type Stage } from '../view/stage.ts';
import { markBankDialog } from './bank-dialog.ts';
import { createCardForm } from './card-form.ts';
import { createChallenge } from './challenge.ts';
import { takeDeparture } from './departure.ts';
import { withFirstCall } from './first-call.ts';
import { type LiveStatus, watchSession } from './live-status.ts';
import { loadStripe } from './load-stripe.ts';
import { findPageElements } from './page-elements.ts';
import { createPayerClient } from './payer-client.ts';
import { PaymentFlow } from './payment-flow.ts';
import { createScreen } from './screen.ts';
import { watchDeadline } from './watch-deadline.ts';

const elements = findPageElements();
const data: PageData = JSON.parse(elements.page.dataset.page ?? '');
const { page, language, locale, returned, scriptUrl, captcha } = data;
// The bundle of each language contains its own table instead of the English one.
const messages = isolateValues(table, document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

const link = new URL(location.href);
const pk = link.searchParams.get('pk') ?? '';
const chosen = link.searchParams.get('lang');
if (returned) {
  // A page that is opened again has not returned from the provider.
  link.search = linkQuery(pk, chosen);
  history.replaceState(null, '', link);
}

/** Dispatched to the window when the session has changed. */
const CHANGE = 'sessionchange';

/** Resolves early when the connection is back or the session has changed. */
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      removeEventListener(CHANGE, done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    addEventListener(CHANGE, done);
  });

const clockSkew = data.renderedAt - Date.now();
const now = () => Date.now() + clockSkew;

/** The payer's email address; null, with an error at the field, if it is invalid. */
function readEmail(): string | null {
  const email = elements.email.value.trim();
  // The provider needs an ASCII local part, as the browser requires it.
  const isValid = email !== '' && elements.email.validity.valid;
  elements.email.setAttribute('aria-invalid', String(!isValid));
  elements.emailError.textContent = isValid ? '' : messages.emailInvalid;
  if (!isValid) elements.email.focus();
  return isValid ? email : null;
}

const screen = createScreen(elements, messages, locale, now, page.id);
const client = withFirstCall(
  createPayerClient({ id: page.id, pk }, locale),
  getFirstCall(page, returned),
);

const flow = new PaymentFlow(
  {
    client,
    screen,
    cardForm: createCardForm(elements, {
      returnUrl: () => link.href,
      onComplete: () => void flow.finish(),
      readEmail,
      // The provider has its own name for simplified Chinese.
      locale: language === 'zh-Hans' ? 'zh' : language,
    }),
    challenge:
      captcha &&
      createChallenge(elements.captcha, captcha, {
        language: language === 'zh-Hans' ? 'zh-CN' : language,
        onToken: (token) => {
          screen.showNotice(null);
          void flow.passChallenge(token);
        },
        onError: () =>
          screen.showCardError(
            messages.notices.challengeNotLoaded(new URL(captcha.scriptUrl).host),
          ),
      }),
    messages,
    formatAmount: (shown) => formatOrder(shown, locale, messages).total,
    providerHost: scriptUrl === null ? location.host : new URL(scriptUrl).host,
    now,
    wait,
    isOnline: () => navigator.onLine,
  },
  page,
);

elements.pay.addEventListener('click', () => void flow.pay());
elements.bank.addEventListener('click', () => void flow.resume());
elements.another.addEventListener('click', async () => {
  await flow.chooseAnother();
  elements.payment.focus();
});
elements.check.addEventListener('click', () => void flow.checkAgain());
elements.retry.addEventListener('click', () => {
  screen.showNotice(null);
  void flow.retryCard();
});

// A page restored from the back/forward cache or a background tab may be out of date.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  // The payment left for a bank, and its script does not continue.
  if (elements.pay.dataset.state === 'paying') location.reload();
  else void flow.refresh();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void flow.refresh();
});

const EMBEDDED_POLL_MS = 5_000;
setInterval(() => {
  if (flow.needsPolling && document.visibilityState === 'visible') void flow.refresh();
}, EMBEDDED_POLL_MS);

let live: LiveStatus | undefined;
/**
 * Without a stream, or after a change that could not be read. Slower than with a stream: both are the
 * exception, and a hosted page reads the payment from the provider.
 */
const FALLBACK_POLL_MS = 15_000;
setInterval(() => {
  const isDue = live?.connected === false || flow.hasUnread;
  if (isDue && document.visibilityState === 'visible') void flow.refresh();
}, FALLBACK_POLL_MS);

const deadline = new Date(page.expires_at);
watchDeadline({
  deadline: deadline.getTime(),
  now,
  show: () => {
    // A payment that began before the deadline goes on.
    const text = messages.expires(formatTimeUntil(deadline, now(), locale));
    elements.expires.textContent = now() < deadline.getTime() ? text : '';
  },
  isOpen: () => {
    const stage = elements.page.dataset.stage as Stage;
    return isPayable(stage) || isUnpaid(stage);
  },
  refresh: () => void flow.refresh(),
});

// Formatted on demand: the first date format takes long on a slow phone.
elements.expires.addEventListener(
  'pointerenter',
  () => {
    elements.expires.title = formatDateTime(deadline, locale);
  },
  { once: true },
);

const watch = () => {
  live = watchSession(`/${page.id}/events?${new URLSearchParams({ pk })}`, (revision) => {
    if (revision === flow.revision) return;
    dispatchEvent(new Event(CHANGE));
    void flow.notify(revision);
    if (parent !== window) void markBankDialog(elements.pay, client);
  });
};
const start = () =>
  setTimeout(() => {
    // Loads in parallel with the preparation. The flow reports a failure.
    if (scriptUrl !== null && !elements.payment.hidden) loadStripe(scriptUrl).catch(() => {});
    void flow.start(takeDeparture(page.id) || returned);
    // The first call changes the session itself.
    void Promise.resolve(window.firstCall).then(watch);
  });
/** A hidden tab paints nothing, and neither does a frame outside the window. */
const UNPAINTED_MS = 1_000;
const firstPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, UNPAINTED_MS);
  });
if (document.prerendering) {
  document.addEventListener('prerenderingchange', start, { once: true });
} else {
  void firstPaint().then(start);
}

// The handlers are attached.
performance.mark('interactive');
