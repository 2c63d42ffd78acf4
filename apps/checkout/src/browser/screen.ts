import type { PayerPage, PaymentForm } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import { formatLines, formatOrder, payButtonLabels } from '@parley/payer-view/order';
import { formatTimeUntil } from '../view/deadline.ts';
import { describeOutcome, getTitle, toneIcons } from '../view/outcome.ts';
import { safeLink } from '../view/safe-link.ts';
import { isUnpaid, type Stage } from '../view/stage.ts';
import { markDeparture } from './departure.ts';
import type { PageElements } from './page-elements.ts';

/** Everything that the payment flow changes in the document. */
export interface Screen {
  /** Shows a stage. `redirects` starts the countdown after which the payer returns to the merchant. */
  showStage(stage: Stage, page: PayerPage, redirects?: boolean): void;
  /** Marks that the page may still ask for a card. Until then, the merchant's page receives no success event. */
  setCheckingCard(checking: boolean): void;
  showOrder(page: PayerPage): void;
  /** Adapts the payment section to the kind of form. */
  showForm(form: PaymentForm): void;
  /** Shows a notice above the form; null removes it. */
  showNotice(text: string | null): void;
  /** A button that is ready stays disabled until the page's `retry_at`, and shows the time until then. */
  setButton(state: 'waiting' | 'ready' | 'paying', page: PayerPage): void;
  /** Opens the provider's page in the whole window. In a frame, a link to it follows. */
  leave(url: string): void;
  /** Replaces the card form, or what has to come before it, by an error with a retry button; null removes it. */
  showCardError(text: string | null): void;
}

const REDIRECT_SECONDS = 5;

const setVisible = (element: HTMLElement | null, visible: boolean) => {
  if (element) element.hidden = !visible;
};

function createElement<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  content: readonly (string | Node)[] = [],
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

/**
 * Writes text as text nodes only, never as markup.
 * @param now milliseconds since 1970 by the server's clock
 * @param id of the session
 */
export function createScreen(
  elements: PageElements,
  messages: Messages,
  locale: string,
  now: () => number,
  id: string,
): Screen {
  let cancelRedirect = () => {};
  let delayTimer: ReturnType<typeof setInterval> | undefined;
  let kind: PaymentForm['kind'] = 'payment';
  elements.stay.addEventListener('click', () => {
    cancelRedirect();
    elements.back?.focus();
  });

  function startRedirect(merchant: string): void {
    const { back } = elements;
    if (!(back instanceof HTMLAnchorElement)) return;
    let seconds = REDIRECT_SECONDS;
    const inSeconds = new Intl.RelativeTimeFormat(locale);
    const showSeconds = () => {
      const when = inSeconds.format(seconds, 'second');
      elements.redirectText.textContent = messages.leaving(merchant, when);
    };
    showSeconds();
    setVisible(elements.redirect, true);
    const timer = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) return showSeconds();
      clearInterval(timer);
      location.assign(back.href);
    }, 1_000);
    cancelRedirect = () => {
      clearInterval(timer);
      setVisible(elements.redirect, false);
    };
  }

  function showOutcome(stage: Stage, page: PayerPage): void {
    const { total: amount, refunded } = formatOrder(page, locale, messages);
    const outcome = describeOutcome(stage, { page, amount, refunded, messages });
    setVisible(elements.outcome, outcome !== null);
    document.title = getTitle(outcome, { page, messages });
    if (!outcome) return;
    const isUnchanged =
      elements.heading.textContent === outcome.heading && elements.page.dataset.stage === stage;
    elements.icon.dataset.tone = outcome.tone;
    elements.icon.firstElementChild?.setAttribute('d', toneIcons[outcome.tone]);
    elements.heading.textContent = outcome.heading;
    elements.text.textContent = outcome.text;
    setVisible(elements.back, outcome.step === 'back');
    setVisible(elements.bank, outcome.step === 'bank');
    setVisible(elements.another, outcome.step === 'bank');
    setVisible(elements.check, outcome.step === 'check');
    if (isUnchanged) return;
    elements.announcer.textContent = `${outcome.heading} ${outcome.text}`;
    elements.heading.focus();
  }

  /** Counts down until the payer can try again. Only its beginning and its end are announced. */
  function startDelay(retryAt: number, ready: () => void): void {
    const { pay, card, frame, announcer } = elements;
    // Nothing is loading.
    if (frame.childElementCount === 0) setVisible(card, false);
    const update = () => {
      if (now() >= retryAt) return ready();
      const when = formatTimeUntil(new Date(retryAt + 999), now(), locale);
      pay.textContent = messages.tryAgainLater(when);
    };
    delayTimer = setInterval(update, 1_000);
    update();
    announcer.textContent = pay.textContent;
  }

  /** The attribute is for the script of a page in a frame. */
  function setFailed(failed: boolean): void {
    setVisible(elements.retry, failed);
    elements.page.toggleAttribute('data-failed', failed);
  }

  return {
    showStage(stage, page, redirects = false) {
      cancelRedirect();
      const isForm = stage === 'form' || stage === 'card_missing';
      const previous = elements.page.dataset.stage;
      // Only before the payment may there be a notice; in every other stage the outcome panel says it.
      if (!isForm && stage !== 'challenge') {
        this.showNotice(null);
        setFailed(false);
      }
      showOutcome(stage, page);
      setVisible(elements.payment, isForm);
      setVisible(elements.challenge, stage === 'challenge');
      // What was announced is over, such as a payment that was being processed.
      if (isUnpaid(stage) && stage !== previous) elements.announcer.textContent = '';
      elements.page.dataset.stage = stage;
      if (stage === 'challenge' && previous !== stage) {
        const { heading, text } = messages.challenge;
        elements.announcer.textContent = `${heading} ${text}`;
        elements.challengeHeading.focus();
      }
      // The focus was in the challenge, which is hidden now.
      if (isForm && previous === 'challenge') elements.payment.focus();
      // A page in a frame leaves it to the merchant's page.
      if (redirects && parent === window) startRedirect(page.merchant_name);
    },
    setCheckingCard(checking) {
      elements.page.toggleAttribute('data-checking-card', checking);
    },
    showOrder(page) {
      elements.page.dataset.cart = String(page.cart_version);
      const order = formatOrder(page, locale, messages);
      elements.totalLabel.textContent = order.recurs ? messages.dueToday : messages.total;
      elements.total.textContent = order.total;
      elements.terms.textContent = order.terms;
      const { lines, more } = formatLines(page, locale, messages);
      setVisible(elements.lines, lines.length > 0);
      elements.more.textContent = more;
      const rows = lines.map(({ name, detail, amount }) => {
        const row = createElement('tr');
        const header = createElement('th', [createElement('bdi', [name])]);
        header.scope = 'row';
        if (detail) header.append(createElement('small', [detail]));
        row.append(header);
        const cell = row.insertCell();
        cell.className = 'amount';
        cell.textContent = amount || '\u00a0';
        return row;
      });
      elements.lines.tBodies[0]?.replaceChildren(...rows);
      elements.sums.replaceChildren(
        ...order.sums.map(({ label, value }) =>
          createElement('div', [createElement('dt', [label]), createElement('dd', [value])]),
        ),
      );
    },
    showForm(form) {
      ({ kind } = form);
      elements.page.dataset.form = kind;
      setVisible(elements.card, kind !== 'hosted');
      setVisible(elements.hosted, kind === 'hosted');
      setVisible(elements.security, kind !== 'hosted' && kind !== 'embedded');
      setVisible(elements.pay, kind !== 'embedded');
      setVisible(elements.emailField, form.needs_email);
    },
    showNotice(text) {
      elements.notice.textContent = text ?? '';
      if (text) elements.notice.focus();
    },
    setButton(state, page) {
      const labels = payButtonLabels(kind, formatOrder(page, locale, messages), page, messages);
      const isPaying = state === 'paying';
      const retryAt = state === 'ready' && page.retry_at ? Date.parse(page.retry_at) : 0;
      const shown = now() < retryAt ? 'waiting' : state;
      clearInterval(delayTimer);
      elements.pay.textContent = isPaying ? labels.busy : labels.ready;
      setVisible(elements.leave, false);
      elements.pay.disabled = shown !== 'ready';
      elements.pay.dataset.state = shown;
      delete elements.pay.dataset.bank;
      elements.bank.disabled = shown !== 'ready';
      elements.another.disabled = shown !== 'ready';
      const { announcer } = elements;
      if (isPaying) announcer.textContent = labels.busy;
      else if (announcer.textContent === labels.busy) announcer.textContent = '';
      if (shown === state) return;
      startDelay(retryAt, () => {
        this.setButton('ready', page);
        announcer.textContent = labels.ready;
      });
    },
    leave(url) {
      const safe = safeLink(url);
      if (safe === null) return;
      markDeparture(id);
      if (parent !== window) {
        elements.leave.href = safe;
        setVisible(elements.leave, true);
        elements.leave.focus();
      }
      try {
        (top ?? window).location.href = safe;
      } catch {
        // The browser has refused it; other browsers do so without an exception.
      }
    },
    showCardError(text) {
      if (text) {
        elements.card.setAttribute('aria-busy', 'false');
        elements.notice.textContent = text;
        elements.notice.focus();
      }
      // Without an error, the card form is hidden only while the payer has to wait after declined payments.
      const hasError = text !== null || !elements.retry.hidden;
      if (hasError) setVisible(elements.card, text === null && kind !== 'hosted');
      setVisible(elements.skeleton, elements.frame.childElementCount === 0);
      setFailed(text !== null);
    },
  };
}
