import type { PayerPage, PaymentForm } from '@parley/operations';
import { compareCharge, paysSameForm } from '../view/compare-charge.ts';
import { getFirstCall } from '../view/first-call.ts';
import {
  getStage,
  getWaitingStage,
  isFinal,
  isHeld,
  isPayable,
  isPending,
  isSuccess,
  isUnpaid,
} from '../view/stage.ts';
import { ActionQueue } from './action-queue.ts';
import { type ConfirmOutcome, describeFailure, readOutcome } from './confirm-outcome.ts';
import type { PaymentFlowPorts } from './payment-flow-ports.ts';
import { CONFIRMATIONS_AFTER_UNKNOWN, NEVER, pollPayment } from './poll-payment.ts';
import { pollPreparation } from './poll-preparation.ts';

const BUSY_RETRY_MS = 100;

/** The payer's way from the form to the outcome. Only one action runs at a time. */
export class PaymentFlow {
  #page: PayerPage;
  #form: PaymentForm | null = null;
  readonly #actions = new ActionQueue(() => this.#readReported());
  /** Whether the action that waits may have paid, so that a success leads back to the merchant. */
  #redirects = false;
  #isChecking = false;
  /** The last revision that was read while an action waited. */
  #checked: string | null = null;
  readonly #ports: PaymentFlowPorts;

  constructor(ports: PaymentFlowPorts, page: PayerPage) {
    this.#ports = ports;
    this.#page = page;
  }

  /** Continues from the state that the document was rendered in. */
  start(returned: boolean): Promise<void> {
    return this.#actions.run(async () => {
      const isUnsettled = getFirstCall(this.#page, returned) === 'syncPayment';
      if (isUnsettled) return this.#conclude({ kind: 'returned' });
      // The payer cannot pay yet: the call only opens the page.
      const opened = isHeld(getStage(this.#page)) && (await this.#ports.client.preparePayment());
      return this.#enter(opened ? opened.page : this.#page, returned);
    });
  }

  /** Loads the card form again after an error. */
  retryCard(): Promise<void> {
    return this.#actions.act(() => this.#prepare());
  }

  pay(): Promise<void> {
    if (this.#actions.isReading) this.#ports.screen.setButton('paying', this.#page);
    return this.#actions.act(() => this.#pay());
  }

  /** Continues the bank's authentication. */
  resume(): Promise<void> {
    return this.#actions.act(async () => {
      this.#ports.screen.setButton('paying', this.#page);
      await this.#confirm('resume');
    });
  }

  /** Shows the form instead. Until it is paid, the payment that a bank waits for takes another method. */
  chooseAnother(): Promise<void> {
    return this.#actions.act(async () => {
      if (this.#form) await this.#mount(this.#page, this.#form, 'form');
    });
  }

  /** Verifies the challenge that the payer has passed. */
  passChallenge(token: string): Promise<void> {
    return this.#actions.act(async () => {
      const { client, screen, challenge, messages } = this.#ports;
      // The widget of a challenge that is not shown any more.
      if (getStage(this.#page) !== 'challenge') return;
      const page = await client.verifyChallenge(token);
      if (page === null) screen.showNotice(messages.notices.challengeFailed);
      else challenge?.hide();
      await this.#enter(page ?? this.#page, false);
    });
  }

  /** Handles the completion of an embedded page. */
  finish(): Promise<void> {
    return this.#runWhenIdle(() => this.#conclude({ kind: 'accepted' }));
  }

  async #runWhenIdle(action: () => Promise<void>): Promise<void> {
    while (this.#actions.busy) await this.#ports.wait(BUSY_RETRY_MS);
    await this.#actions.run(action);
  }

  /** Polls again after a timeout. */
  checkAgain(): Promise<void> {
    return this.#actions.act(() => this.#poll('processing', 1));
  }

  /**
   * Updates a page that may be out of date: after it was hidden, or at the deadline. During an action, only a state
   * that ends the payment is shown.
   */
  refresh(): Promise<void> {
    if (this.#actions.busy) return this.#checkEnd();
    return this.#actions.run(async () => {
      const { client, cardForm } = this.#ports;
      const [reported, shown] = [this.#actions.reported, this.#page];
      const [page, queued] = await this.#actions.read(() =>
        // A payer who returns from the hosted page may have paid there.
        this.#form?.kind === 'hosted' ? client.syncPayment() : client.getPage(),
      );
      if (page === null) return queued?.();
      const isSame = paysSameForm(shown, page);
      if (isSame) this.#page = page;
      else {
        // The provider's own button in an embedded page would still take the previous charge.
        if (this.#form?.kind === 'embedded') cardForm.clear();
        await this.#enter(page, false);
      }
      // The payment of a changed page may not have been prepared, so that it is not shown.
      const isShown = isSame || this.#page !== shown;
      if (isShown && this.#actions.reported === reported) this.#actions.reported = null;
      // The payer acted on what the page no longer shows, unless it is the same.
      if (isSame) await queued?.();
    });
  }

  /** Identifies the state of the session that the page shows. */
  get revision(): string {
    return this.#page.revision;
  }

  /** Updates the page if it does not show this revision yet: at once, or after the action that runs. */
  async notify(revision: string): Promise<void> {
    this.#actions.reported = revision;
    await this.#readReported();
  }

  async #readReported(): Promise<void> {
    const { busy, reported } = this.#actions;
    if (reported === this.revision) this.#actions.reported = null;
    if (busy && reported === this.#checked) return;
    if (this.hasUnread) await this.refresh();
  }

  /** Reads the page while an action waits. A state that ends the payment replaces the action. */
  async #checkEnd(): Promise<void> {
    if (!this.#actions.isWaiting || this.#isChecking) return;
    const { client } = this.#ports;
    const { reported } = this.#actions;
    this.#isChecking = true;
    let page = await client.getPage();
    // The provider decides about a payment that began before the deadline.
    if (page && getStage(page) === 'expired' && page.status !== 'expired') {
      page = await client.syncPayment();
    }
    this.#isChecking = false;
    if (page === null) return;
    const { revision } = page;
    this.#checked = revision;
    // The card that may be missing is what the action waits for.
    if (isFinal(getStage(page)) && !page.may_miss_card) {
      const end = page;
      return this.#actions.interrupt(() => this.#enter(end, this.#redirects));
    }
    if (this.#actions.reported !== reported) await this.#readReported();
  }

  /** Waits for the payer, a bank, the provider's script or a time, unless the payment ends before. */
  #waitFor<T>(awaited: Promise<T>, redirects = false): Promise<T> {
    this.#redirects = redirects;
    return this.#actions.waitFor(awaited);
  }

  /** Whether a reported change is not shown, so that the page has to be read again later. */
  get hasUnread(): boolean {
    return this.#actions.reported !== null;
  }

  /** Whether the payer may act inside the provider's frame without an event, so that polling is needed. */
  get needsPolling(): boolean {
    return this.#form?.kind === 'embedded' && !this.#actions.busy;
  }

  /** Shows the current stage and does what it requires. */
  async #enter(page: PayerPage, redirects: boolean): Promise<void> {
    const stage = getStage(page);
    if (isPayable(stage)) return this.#prepare();
    this.#update(page);
    if (isPending(stage)) return this.#poll('processing', 1);
    if (page.may_miss_card && (await this.#requestCard())) return;
    this.#ports.screen.showStage(stage, page, redirects && isSuccess(stage));
    if (stage === 'challenge') void this.#ports.challenge?.show();
  }

  /** Asks for a card if a trial has begun without one. */
  async #requestCard(): Promise<boolean> {
    const { client, screen } = this.#ports;
    // What was paid is a success in any case.
    screen.setCheckingCard(!this.#page.payment_received);
    screen.showStage(getStage(this.#page), this.#page);
    const prepared = await client.preparePayment();
    try {
      if (prepared?.form) await this.#mount(prepared.page, prepared.form, 'card_missing');
    } finally {
      screen.setCheckingCard(false);
    }
    return Boolean(prepared?.form);
  }

  /** Stores the page. Returns a notice if the charge differs from the one that was shown. */
  #update(page: PayerPage): string | null {
    const { screen, messages, formatAmount } = this.#ports;
    const before = this.#page;
    this.#page = page;
    const change = compareCharge(before, page);
    if (change === 'same') return null;
    screen.showOrder(page);
    return change === 'price'
      ? messages.notices.priceChanged(formatAmount(before), formatAmount(page))
      : messages.notices.cartChanged;
  }

  async #prepare(notice: string | null = null): Promise<void> {
    const { client, screen, cardForm, messages, now } = this.#ports;
    const wait = (ms: number) => this.#waitFor(this.#ports.wait(ms));
    screen.showCardError(null);
    screen.setButton('waiting', this.#page);
    const prepared = await client.preparePayment();
    if (prepared === null) {
      if (notice) screen.showNotice(notice);
      return screen.showCardError(messages.notices.providerUnavailable);
    }
    const { page, form } = prepared;
    const changeNotice = this.#update(page) ?? notice;
    const stage = getStage(page);
    if (form === null || !isPayable(stage)) {
      this.#form = null;
      // Also if the deadline has passed while the form was prepared.
      if (!isPayable(stage)) return this.#enter(page, false);
      cardForm.clear();
      if (page.retry_at === null) {
        screen.showStage(getWaitingStage(page), page);
        const onWaiting = (unprepared: PayerPage) => void this.#update(unprepared);
        return this.#enter(await pollPreparation({ client, wait }, onWaiting), false);
      }
      // Payments were declined: the form follows when the delay is over.
      screen.showStage('form', page);
      if (changeNotice) screen.showNotice(changeNotice);
      screen.setButton('ready', page);
      await wait(Math.max(0, Date.parse(page.retry_at) - now()));
      return this.#prepare();
    }
    // Only a payment intent can be continued without its form.
    const resumes = stage === 'action_required' && form.kind === 'payment';
    await this.#mount(page, form, resumes ? 'action_required' : 'form', changeNotice);
  }

  async #mount(
    page: PayerPage,
    form: PaymentForm,
    stage: 'form' | 'action_required' | 'card_missing',
    notice: string | null = null,
  ): Promise<void> {
    const { screen, cardForm, messages, providerHost } = this.#ports;
    this.#page = page;
    this.#form = form;
    screen.showForm(form);
    if (page.terms || page.breakdown) screen.showOrder(page);
    screen.showStage(stage, page);
    screen.setButton('waiting', page);
    if (notice) screen.showNotice(notice);
    const load = async () => {
      await cardForm.load(form);
      if (stage !== 'action_required') await cardForm.mount();
    };
    const hasLoaded = await this.#waitFor(
      load().then(
        () => true,
        () => false,
      ),
    );
    if (!hasLoaded) return screen.showCardError(messages.notices.cardFailed(providerHost));
    screen.setButton('ready', page);
  }

  async #pay(): Promise<void> {
    const { screen, cardForm, messages, isOnline } = this.#ports;
    const shown = this.#page;
    screen.showNotice(null);
    screen.setButton('paying', shown);
    if (!isOnline()) return this.#returnToForm(messages.notices.offline);
    const isComplete = await this.#waitFor(cardForm.validate().catch(() => false));
    if (!isComplete) return this.#returnToForm(null);
    // Saving a card charges nothing, so there is no charge to check.
    if (shown.may_miss_card) return this.#submit('confirm');
    await this.#confirm('confirm');
  }

  /** Submits the payment if it still takes the charge that the page shows. */
  async #confirm(method: 'confirm' | 'resume'): Promise<void> {
    const { client, screen, messages } = this.#ports;
    const shown = this.#page;
    const { cart_version, amount_minor, currency } = shown;
    const checked = await client.checkCharge({ cart_version, amount_minor, currency });
    if (checked === null) return this.#returnToForm(messages.notices.notCharged);
    if (!checked.payable) {
      const changeNotice = this.#update(checked.page);
      if (getStage(checked.page) !== 'form') return this.#enter(checked.page, false);
      if (checked.page.retry_at !== null) return this.#returnToForm(changeNotice);
      return this.#prepare(changeNotice ?? messages.notices.notCharged);
    }
    if (this.#form?.url) {
      screen.setButton('ready', shown);
      return screen.leave(this.#form.url);
    }
    await this.#submit(method);
  }

  /** Submits the payment to the provider. A bank may show a dialog meanwhile. */
  async #submit(method: 'confirm' | 'resume'): Promise<void> {
    const { cardForm } = this.#ports;
    const submitted = readOutcome(() => cardForm[method]());
    let outcome: ConfirmOutcome;
    try {
      outcome = await this.#waitFor(submitted, true);
    } catch (interruption) {
      cardForm.leaveDialog();
      // It may have taken money for a payment that had ended.
      void submitted.then(() => this.#runWhenIdle(() => this.#sync()));
      throw interruption;
    }
    await this.#conclude(outcome);
  }

  /** Shows what the provider reports of a payment that has ended, if it can be read. */
  async #sync(): Promise<void> {
    const page = await this.#ports.client.syncPayment();
    if (page) await this.#enter(page, true);
  }

  async #conclude(outcome: ConfirmOutcome): Promise<void> {
    if (outcome.kind === 'incomplete') return this.#returnToForm(null);
    if (outcome.kind === 'unknown') return this.#poll('unsure', CONFIRMATIONS_AFTER_UNKNOWN);
    const { client, messages } = this.#ports;
    const page = await client.syncPayment();
    if (page === null) {
      if (outcome.kind === 'accepted') return this.#poll('processing', NEVER);
      if (outcome.kind !== 'declined') return this.#poll('unsure', CONFIRMATIONS_AFTER_UNKNOWN);
      return this.#returnToForm(describeFailure(outcome, messages));
    }
    const needsCard = page.may_miss_card && outcome.kind === 'declined';
    if (!isUnpaid(getStage(page)) && !needsCard) return this.#enter(page, true);
    const changeNotice = this.#update(page);
    if (outcome.kind === 'accepted') {
      // The card was saved for a cart that has changed since. Nothing was charged.
      if (this.#form?.kind === 'setup') return this.#prepare(changeNotice);
      return this.#poll('processing', NEVER);
    }
    await this.#returnToForm(describeFailure(outcome, messages, page));
  }

  /** Shows the form again with the card fields unchanged, or the challenge that has to come before. */
  async #returnToForm(notice: string | null): Promise<void> {
    const { screen, cardForm } = this.#ports;
    if (getStage(this.#page) === 'challenge') {
      await this.#enter(this.#page, false);
      return screen.showNotice(notice);
    }
    screen.showStage(this.#page.may_miss_card ? 'card_missing' : 'form', this.#page);
    if (!cardForm.mounted) return this.#prepare(notice);
    screen.showNotice(notice);
    screen.setButton('ready', this.#page);
  }

  async #poll(stage: 'processing' | 'unsure', requiredConfirmations: number): Promise<void> {
    const { screen, messages, client } = this.#ports;
    const wait = (ms: number) => this.#waitFor(this.#ports.wait(ms), true);
    screen.showStage(stage, this.#page);
    const fetchPage = () => client.syncPayment();
    const result = await pollPayment({ fetchPage, wait, requiredConfirmations });
    if (result.kind === 'timed_out') return screen.showStage('slow', this.#page);
    const changeNotice = this.#update(result.page);
    if (result.kind === 'settled') return this.#enter(result.page, true);
    // What failed after it was accepted has ended its attempt: the next one has another form.
    await this.#prepare(changeNotice ?? messages.notices.failed);
  }
}
