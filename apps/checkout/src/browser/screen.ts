import type { PayerPage, PaymentForm } from '@parley/operations';
import { buttonWords } from '../view/button-words.ts';
import { marks } from '../view/mark.ts';
import { orderOf } from '../view/order.ts';
import { outcomeOf } from '../view/outcome.ts';
import type { Stage } from '../view/stage.ts';
import type { Words } from '../words.ts';
import { countdown } from './countdown.ts';
import type { Parts } from './parts.ts';
import type { Screen } from './ports.ts';

const reveal = (element: HTMLElement | null, shown: boolean) => {
  if (element) element.hidden = !shown;
};

/** Text goes in as text, never as markup. */
export function createScreen(parts: Parts, words: Words, locale: string): Screen {
  let stopLeaving = () => {};
  let kind: PaymentForm['kind'] = 'payment';
  parts.stay.addEventListener('click', () => {
    stopLeaving();
    parts.back?.focus();
  });

  function lead(merchant: string): void {
    const { back } = parts;
    if (!(back instanceof HTMLAnchorElement)) return;
    reveal(parts.leaving, true);
    const stop = countdown(
      (seconds) => {
        parts.leavingText.textContent = words.leaving(merchant, seconds);
      },
      () => location.assign(back.href),
    );
    stopLeaving = () => {
      stop();
      reveal(parts.leaving, false);
    };
  }

  function outcome(stage: Stage, page: PayerPage): void {
    const amount = orderOf(page, locale, words).total;
    const state = outcomeOf(stage, { page, amount, words });
    reveal(parts.outcome, state !== null);
    if (!state) return;
    const said = parts.heading.textContent === state.heading && parts.page.dataset.stage === stage;
    parts.mark.dataset.tone = state.tone;
    parts.mark.firstElementChild?.setAttribute('d', marks[state.tone]);
    parts.heading.textContent = state.heading;
    parts.text.textContent = state.text;
    document.title = `${state.heading} ${page.merchant_name}`;
    reveal(parts.back, state.step === 'back');
    reveal(parts.bank, state.step === 'bank');
    reveal(parts.check, state.step === 'check');
    if (said) return;
    parts.live.textContent = `${state.heading} ${state.text}`;
    parts.heading.focus();
  }

  return {
    show(stage, page, leads = false) {
      stopLeaving();
      // Beside the form there may be something to say; every other state says it itself.
      if (stage !== 'form' && stage !== 'card_missing') this.notice(null);
      outcome(stage, page);
      reveal(parts.payment, stage === 'form' || stage === 'card_missing');
      if (stage === 'form') document.title = words.title(page.merchant_name);
      parts.page.dataset.stage = stage;
      if (leads) lead(page.merchant_name);
    },
    order(page) {
      const order = orderOf(page, locale, words);
      parts.totalLabel.textContent = order.recurs ? words.dueToday : words.total;
      parts.total.textContent = order.total;
      parts.terms.textContent = order.terms;
      reveal(parts.lines, order.lines.length > 0);
      const rows = order.lines.map(({ name, quantity, amount }) => {
        const row = document.createElement('tr');
        const head = document.createElement('th');
        head.scope = 'row';
        head.textContent = name;
        row.append(head);
        row.insertCell().textContent = words.quantity(quantity);
        row.insertCell().textContent = amount;
        row.cells[1]?.classList.add('count');
        row.cells[2]?.classList.add('amount');
        return row;
      });
      parts.lines.tBodies[0]?.replaceChildren(...rows);
    },
    form(form) {
      ({ kind } = form);
      parts.page.dataset.form = kind;
      reveal(parts.card, kind !== 'hosted');
      reveal(parts.away, kind === 'hosted');
      reveal(parts.safety, kind !== 'hosted' && kind !== 'embedded');
      reveal(parts.pay, kind !== 'embedded');
      reveal(parts.emailField, form.needs_email);
    },
    notice(text) {
      parts.notice.textContent = text ?? '';
      if (text) parts.notice.focus();
    },
    button(state, page) {
      const says = buttonWords(kind, orderOf(page, locale, words), page, words);
      const paying = state === 'paying';
      parts.pay.textContent = paying ? says.busy : says.ready;
      parts.pay.disabled = state !== 'ready';
      parts.pay.dataset.state = state;
      parts.bank.disabled = state !== 'ready';
      if (paying) parts.live.textContent = says.busy;
    },
    cardTrouble(text) {
      if (text) {
        parts.card.setAttribute('aria-busy', 'false');
        parts.notice.textContent = text;
        parts.notice.focus();
      }
      reveal(parts.card, text === null && kind !== 'hosted');
      reveal(parts.skeleton, parts.frame.childElementCount === 0);
      reveal(parts.cardAgain, text !== null);
    },
  };
}
