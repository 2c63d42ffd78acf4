import { momentText, untilText } from '../view/deadline.ts';
import { orderOf } from '../view/order.ts';
import type { PageData } from '../view/page-data.ts';
import { safeLink } from '../view/safe-link.ts';
import { wordsFor } from '../words.ts';
import { createCard } from './card-frame.ts';
import { Checkout } from './checkout.ts';
import { findParts } from './parts.ts';
import { connectRpc } from './rpc.ts';
import { createScreen } from './screen.ts';
import { loadScript } from './stripe.ts';

const parts = findParts();
const data: PageData = JSON.parse(parts.page.dataset.page ?? '');
const { page, locale, returned, scriptUrl } = data;
const { lang, words } = wordsFor(locale);

const link = new URL(location.href);
const pk = link.searchParams.get('pk') ?? '';
if (returned) {
  // What the provider added, a secret among it, does not stay in the address.
  link.search = `?${new URLSearchParams({ pk })}`;
  history.replaceState(null, '', link);
}

/** Ends early when the connection comes back. */
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });

/** The address the payer gave; null, with a word about it, where it is none. */
function askedEmail(): string | null {
  const given = parts.email.value.trim();
  const valid = given !== '' && parts.email.validity.valid;
  parts.email.setAttribute('aria-invalid', String(!valid));
  parts.emailError.textContent = valid ? '' : words.emailWanted;
  if (!valid) parts.email.focus();
  return valid ? given : null;
}

const screen = createScreen(parts, words, locale);
const checkout = new Checkout(
  {
    rpc: connectRpc({ id: page.id, pk }),
    screen,
    card: createCard(parts, {
      locale,
      returnUrl: () => link.href,
      onComplete: () => void checkout.finish(),
      email: askedEmail,
    }),
    words,
    amount: (shown) => orderOf(shown, locale, words).total,
    providerHost: scriptUrl === null ? location.host : new URL(scriptUrl).host,
    wait,
    leave: (url) => {
      const safe = safeLink(url);
      if (safe !== null) location.assign(safe);
    },
    isOnline: () => navigator.onLine,
  },
  page,
);

parts.pay.addEventListener('click', () => void checkout.pay());
parts.bank.addEventListener('click', () => void checkout.resume());
parts.check.addEventListener('click', () => void checkout.checkAgain());
parts.cardAgain.addEventListener('click', () => void checkout.retryCard());

// A page brought back from the browser's memory, or from behind another tab, may be out of date.
addEventListener('pageshow', (event) => {
  if (event.persisted) void checkout.refresh();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void checkout.refresh();
});

/** Milliseconds between looks while the provider's page stands inside ours. */
const LOOK_MS = 5_000;
setInterval(() => {
  if (checkout.watchful && document.visibilityState === 'visible') void checkout.refresh();
}, LOOK_MS);

const deadline = new Date(page.expires_at);
/** The server's clock decides; asked a moment later, it has passed the deadline for certain. */
const MARGIN_MS = 1_000;
const skew = data.renderedAt - Date.now();
const tick = () => {
  const now = Date.now() + skew;
  parts.expires.textContent = words.expires(untilText(deadline, now, lang));
  if (now >= deadline.getTime() + MARGIN_MS) {
    clearInterval(ticking);
    void checkout.refresh();
  }
};
const ticking = setInterval(tick, 1_000);

// The viewer's own zone: worked out for who asks, because a phone takes long to learn a date format.
parts.expires.addEventListener(
  'pointerenter',
  () => {
    parts.expires.title = momentText(deadline, locale);
  },
  { once: true },
);

const begin = () =>
  setTimeout(() => {
    // Beside the preparation, not after it. A failure is told where the script is needed.
    if (scriptUrl !== null && !parts.payment.hidden) loadScript(scriptUrl).catch(() => {});
    void checkout.start(returned);
  });
// What the payer reads is painted first. In a tab that nobody looks at, nothing is painted.
if (document.visibilityState === 'visible') {
  requestAnimationFrame(() => requestAnimationFrame(begin));
} else {
  begin();
}
