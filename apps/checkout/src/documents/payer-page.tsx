import type { Branding, PayerPage } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import type { Localization } from '@parley/payer-view/messages/languages';
import { messagesFor } from '@parley/payer-view/messages/messages-for';
import { formatOrder, type Order, payButtonLabels } from '@parley/payer-view/order';
import { getFirstCall } from '../view/first-call.ts';
import { linkQuery } from '../view/link-query.ts';
import { describeOutcome, getTitle } from '../view/outcome.ts';
import { describePreviousAttempt } from '../view/previous-attempt.ts';
import { destinationLink, shopLink } from '../view/safe-link.ts';
import { getStage, isPayable, isUnpaid, type Stage } from '../view/stage.ts';
import { brandStyle, MerchantFooter } from './branding.tsx';
import { type BrowserAssets, renderDocument } from './document.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { OrderSection } from './order-section.tsx';
import { OutcomeSection } from './outcome-section.tsx';

/** What the document passes to its script, as JSON in one attribute. */
export interface PageData extends Localization {
  readonly page: PayerPage;
  /** Milliseconds since 1970 on the server, because the payer's clock may be wrong. */
  readonly renderedAt: number;
  /** Whether the provider or the bank has redirected the payer back with this request. */
  readonly returned: boolean;
  /** URL of Stripe.js; null while the merchant has no provider account. */
  readonly scriptUrl: string | null;
  /** Null if no CAPTCHA provider is configured. */
  readonly captcha: CaptchaWidget | null;
}

/** The widget in which a payer passes a challenge. */
export interface CaptchaWidget {
  /** Public key of the site at the CAPTCHA provider. */
  readonly siteKey: string;
  readonly scriptUrl: string;
}

/** What the document passes to the script for a frame, as JSON in another attribute. */
export interface Embedding {
  /** The origins that may frame the page. */
  readonly origins: readonly string[];
  /** The label of a button that closes the page. */
  readonly close: string;
}

interface PayerPageOptions extends PageData {
  readonly branding: Branding;
  /** The publishable key of the link. */
  readonly pk: string;
  /** URL of the merchant's logo; null without one. */
  readonly logoUrl: string | null;
  readonly nonce: string;
  readonly assets: BrowserAssets;
  /** The origins that may frame the page; null if it is not framed. */
  readonly framedBy: readonly string[] | null;
}

/** Renders the payer page. It is complete before its script runs. */
export function renderPayerPage(options: PayerPageOptions): string {
  const { nonce, assets, branding, pk, logoUrl, framedBy, ...data } = options;
  const { page, language, locale, renderedAt } = data;
  const messages = messagesFor(language);
  const order = formatOrder(page, locale, messages);
  const firstCall = getFirstCall(page, data.returned);
  // Until the provider has reported the payment of a payer who returns.
  const stage = firstCall === 'syncPayment' ? 'processing' : getStage(page);
  const outcome = describeOutcome(stage, {
    page,
    amount: order.total,
    refunded: order.refunded,
    messages,
  });
  const shop = shopLink(page.payer_destination_url);
  const embedding: Embedding | null = framedBy && { origins: framedBy, close: messages.close };
  return renderDocument({
    title: getTitle(outcome, { page, messages }),
    language,
    nonce,
    firstCall: firstCall && {
      path: `/rpc/${firstCall}`,
      body: JSON.stringify({ id: page.id, pk, ...(firstCall === 'openPage' && { locale }) }),
    },
    // In parallel with the preparation of the payment, so that the script finds it loaded.
    preload: stage === 'form' || stage === 'action_required' ? data.scriptUrl : null,
    expected: 'page',
    assets: { ...assets, style: assets.style + brandStyle(branding) },
    children: (
      <main
        id="page"
        class="page"
        data-stage={stage}
        data-cart={page.cart_version}
        data-checking-card={(page.may_miss_card && !page.payment_received) || undefined}
        data-page={JSON.stringify(data)}
        data-embedding={embedding && JSON.stringify(embedding)}
      >
        <header>
          {page.mode === 'test' && <p class="test">{messages.testMode}</p>}
          {logoUrl && <img class="logo" src={logoUrl} alt="" />}
          <h1 aria-label={messages.title(page.merchant_name)}>
            <bdi>{page.merchant_name}</bdi>
          </h1>
          <LanguageSwitch language={language} label={messages.language} pk={pk} />
          {/* A frame is closed by the page around it. */}
          {shop && !framedBy && (
            <a id="shop" class="shop small" href={shop} rel="noreferrer">
              {messages.backTo(page.merchant_name)}
            </a>
          )}
        </header>
        <OutcomeSection
          outcome={outcome}
          destination={destinationLink(page.payer_destination_url)}
          receiptUrl={`/${page.id}/receipt${linkQuery(pk, language)}`}
          merchant={page.merchant_name}
          branding={branding}
          messages={messages}
        />
        <OrderSection
          order={order}
          page={page}
          now={renderedAt}
          locale={locale}
          messages={messages}
        />
        <Notices page={page} stage={stage} messages={messages} />
        <ChallengeSection messages={messages} visible={stage === 'challenge'} />
        <PaymentSection order={order} page={page} messages={messages} visible={stage === 'form'} />
        <MerchantFooter branding={branding} merchant={page.merchant_name} messages={messages} />
        <p id="announcer" class="visually-hidden" aria-live="polite" />
      </main>
    ),
  });
}

interface NoticesProps {
  readonly page: PayerPage;
  readonly stage: Stage;
  readonly messages: Messages;
}

/** Messages above the form: the previous attempt, a change, or a card form that did not load. */
function Notices({ page, stage, messages }: NoticesProps) {
  const needsScript = isUnpaid(stage) || isPayable(stage);
  return (
    <div class="notices">
      {needsScript && (
        <noscript>
          <p class="notice">{messages.noScript}</p>
        </noscript>
      )}
      <p id="notice" class="notice" role="status" tabIndex={-1}>
        {isUnpaid(stage) && describePreviousAttempt(page, false, messages)}
      </p>
      <button id="retry" class="plain" type="button" hidden>
        {messages.tryAgain}
      </button>
    </div>
  );
}

/** The challenge of the CAPTCHA provider, in the place of the form that follows it. */
function ChallengeSection({ messages, visible }: { messages: Messages; visible: boolean }) {
  return (
    <section id="challenge" aria-labelledby="challenge-heading" hidden={!visible}>
      <h2 id="challenge-heading" tabIndex={-1}>
        {messages.challenge.heading}
      </h2>
      <p>{messages.challenge.text}</p>
      <div id="captcha" />
    </section>
  );
}

interface PaymentSectionProps {
  readonly order: Order;
  readonly page: PayerPage;
  readonly messages: Messages;
  readonly visible: boolean;
}

/** The skeleton has the height of the card form, so that nothing moves when the form appears. */
function PaymentSection({ order, page, messages, visible }: PaymentSectionProps) {
  return (
    <section id="payment" aria-label={messages.cardLabel} tabIndex={-1} hidden={!visible}>
      <div id="email-field" class="field" hidden>
        <label for="email">{messages.email}</label>
        <input
          id="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          aria-describedby="email-error"
        />
        <p id="email-error" class="field-error" />
      </div>
      <p id="hosted" hidden>
        {messages.onProvider}
      </p>
      {/* There is no form while the payer has to wait after declined payments. */}
      <div id="card" class="card" aria-busy="true" hidden={page.retry_at !== null}>
        <div id="skeleton" class="skeleton">
          <span class="visually-hidden">{messages.cardLoading}</span>
          <i />
          <i class="half" />
          <i class="half" />
        </div>
        <div id="frame" />
      </div>
      {/* biome-ignore lint/a11y/useValidAnchor: the script sets the address before it shows the link. */}
      <a id="leave" class="main" target="_top" rel="noreferrer" hidden>
        {messages.openPaymentPage}
      </a>
      <button id="pay" class="main" type="button" disabled>
        {payButtonLabels('payment', order, page, messages).ready}
      </button>
      <p id="security" class="security">
        {messages.security}
      </p>
    </section>
  );
}
