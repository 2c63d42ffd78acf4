import type { PayerPage } from '@parley/operations';
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
    const amount = orderOf(page, locale).total;
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
      if (stage !== 'form') this.notice(null);
      outcome(stage, page);
      reveal(parts.payment, stage === 'form');
      if (stage === 'form') document.title = words.title(page.merchant_name);
      parts.page.dataset.stage = stage;
      if (leads) lead(page.merchant_name);
    },
    order(page) {
      const order = orderOf(page, locale);
      parts.total.textContent = order.total;
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
    notice(text) {
      parts.notice.textContent = text ?? '';
      if (text) parts.notice.focus();
    },
    button(state, page) {
      const { total } = orderOf(page, locale);
      const paying = state === 'paying';
      parts.pay.textContent = paying ? words.paying(total) : words.pay(total);
      parts.pay.disabled = state !== 'ready';
      parts.pay.dataset.state = state;
      parts.bank.disabled = state !== 'ready';
      if (paying) parts.live.textContent = words.paying(total);
    },
    cardTrouble(text) {
      if (text) {
        parts.card.setAttribute('aria-busy', 'false');
        parts.notice.textContent = text;
        parts.notice.focus();
      }
      reveal(parts.card, text === null);
      reveal(parts.skeleton, parts.frame.childElementCount === 0);
      reveal(parts.cardAgain, text !== null);
    },
  };
}
