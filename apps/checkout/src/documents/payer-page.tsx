import { noticeOf } from '../view/notice.ts';
import { destinationOf, type Order, orderOf } from '../view/order.ts';
import { type Outcome, outcomeOf } from '../view/outcome.ts';
import type { PageData } from '../view/page-data.ts';
import { stageOf } from '../view/stage.ts';
import { type Words, wordsFor } from '../words.ts';
import { type BrowserAssets, renderDocument } from './document.tsx';
import { ExpiryLine, OrderTable } from './order-parts.tsx';
import { OutcomePanel } from './outcome-panel.tsx';

interface PayerDocument extends PageData {
  readonly nonce: string;
  readonly assets: BrowserAssets;
}

/** The payer page as a document that is complete before any script runs. */
export function renderPayerPage({ nonce, assets, ...data }: PayerDocument): string {
  const { page, locale, renderedAt } = data;
  const { lang, words } = wordsFor(locale);
  const order = orderOf(page, locale, words);
  const stage = stageOf(page);
  const outcome = outcomeOf(stage, { page, amount: order.total, words });
  const payable = stage === 'form' || stage === 'action_required';
  return renderDocument({
    title: words.title(page.merchant_name),
    lang,
    nonce,
    assets,
    scripted: true,
    children: (
      <main id="page" class="page" data-stage={stage} data-page={JSON.stringify(data)}>
        <header>
          {page.mode === 'test' && <p class="test">{words.testMode}</p>}
          <h1>
            <span class="unseen">{words.payTo} </span>
            {page.merchant_name}
          </h1>
        </header>
        <OutcomeSection outcome={outcome} back={destinationOf(page)} page={page} words={words} />
        <section id="order" aria-label={words.itemsLabel}>
          <OrderTable order={order} words={words} />
          <ExpiryLine at={page.expires_at} now={renderedAt} lang={lang} words={words} />
        </section>
        <Notices words={words} needsScript={payable} said={noticeOf(page, stage, words)} />
        <PaymentSection order={order} words={words} shown={stage === 'form'} />
        <p id="live" class="unseen" aria-live="polite" />
      </main>
    ),
  });
}

interface OutcomeSectionProps {
  readonly outcome: Outcome | null;
  readonly back: string | null;
  readonly page: PageData['page'];
  readonly words: Words;
}

function OutcomeSection({ outcome, back, page, words }: OutcomeSectionProps) {
  return (
    <section id="outcome" aria-labelledby="outcome-heading" hidden={outcome === null}>
      <OutcomePanel outcome={outcome} back={back} merchant={page.merchant_name} words={words} />
    </section>
  );
}

interface NoticesProps {
  readonly words: Words;
  readonly needsScript: boolean;
  readonly said: string | null;
}

/** What is told beside a state: a refusal, a change, a card form that did not come. */
function Notices({ words, needsScript, said }: NoticesProps) {
  return (
    <div class="notices">
      {needsScript && (
        <noscript>
          <p class="notice">{words.noScript}</p>
        </noscript>
      )}
      <p id="notice" class="notice" role="status" tabIndex={-1}>
        {said}
      </p>
      <button id="card-again" class="plain" type="button" hidden>
        {words.tryAgain}
      </button>
    </div>
  );
}

interface PaymentSectionProps {
  readonly order: Order;
  readonly words: Words;
  readonly shown: boolean;
}

/** The card's place has its height before the frame comes, so that nothing moves. */
function PaymentSection({ order, words, shown }: PaymentSectionProps) {
  return (
    <section id="payment" aria-label={words.cardLabel} hidden={!shown}>
      <div id="email-field" class="field" hidden>
        <label for="email">{words.email}</label>
        <input id="email" type="email" autoComplete="email" aria-describedby="email-error" />
        <p id="email-error" class="fault" />
      </div>
      <p id="away" hidden>
        {words.onProvider}
      </p>
      <div id="card" class="card" aria-busy="true">
        <div id="skeleton" class="skeleton">
          <span class="unseen">{words.cardLoading}</span>
          <i />
          <i class="half" />
          <i class="half" />
        </div>
        <div id="frame" />
      </div>
      <button id="pay" class="main" type="button" disabled>
        {words.pay(order.total)}
      </button>
      <p id="safety" class="safety">
        {words.safety}
      </p>
    </section>
  );
}
