import type { PayerPage, PaymentForm } from '@parley/operations';
import { compareCharge } from '../view/compare-charge.ts';
import {
  getStage,
  getWaitingStage,
  isPayable,
  isPending,
  isSuccess,
  isUnpaid,
} from '../view/stage.ts';
import type { ActionQueue } from './action-queue.ts';
import { type ConfirmOutcome, describeFailure, readOutcome } from './confirm-outcome.ts';
import type { PaymentFlowPorts } from './payment-flow-ports.ts';
import { CONFIRMATIONS_AFTER_UNKNOWN, NEVER, pollPayment } from './poll-payment.ts';
import { pollPreparation } from './poll-preparation.ts';

/** What is shown and done at each stage, from the form to the outcome. Each step is part of an action. */
export class PaymentSteps {
  page: PayerPage;
  form: PaymentForm | null = null;
  /** Whether the action that waits may have paid, so that a success leads back to the merchant. */
  redirects = false;
  readonly #ports: PaymentFlowPorts;
  readonly #actions: ActionQueue;

  constructor(ports: PaymentFlowPorts, page: PayerPage, actions: ActionQueue) {
    this.#ports = ports;
    this.page = page;
    this.#actions = actions;
  }

  /** Shows the current stage and does what it requires. */
  async enter(page: PayerPage, redirects: boolean): Promise<void> {
    const stage = getStage(page);
    if (isPayable(stage)) return this.prepare();
    this.#update(page);
    if (isPending(stage)) return this.poll('processing', 1);
    if (page.may_miss_card && (await this.#requestCard())) return;
    this.#ports.screen.showStage(stage, page, redirects && isSuccess(stage));
    if (stage === 'challenge') void this.#ports.challenge?.show();
  }

  /** Asks for a card if a trial has begun without one. */
  async #requestCard(): Promise<boolean> {
    const { client, screen } = this.#ports;
    // What was paid is a success in any case.
    screen.setCheckingCard(!this.page.payment_received);
    screen.showStage(getStage(this.page), this.page);
    const prepared = await client.preparePayment();
    try {
      if (prepared?.form) await this.mount(prepared.page, prepared.form, 'card_missing');
    } finally {
      screen.setCheckingCard(false);
    }
    return Boolean(prepared?.form);
  }

  /** Stores the page. Returns a notice if the charge differs from the one that was shown. */
  #update(page: PayerPage): string | null {
    const { screen, messages, formatAmount } = this.#ports;
    const before = this.page;
    this.page = page;
    const change = compareCharge(before, page);
    if (change === 'same') return null;
    screen.showOrder(page);
    return change === 'price'
      ? messages.notices.priceChanged(formatAmount(before), formatAmount(page))
      : messages.notices.cartChanged;
  }

  /** Prepares the payment and shows its form, or waits until the payer can pay. */
  async prepare(notice: string | null = null): Promise<void> {
    const { client, screen, cardForm, messages, now } = this.#ports;
    const wait = (ms: number) => this.#waitFor(this.#ports.wait(ms));
    screen.showCardError(null);
    screen.setButton('waiting', this.page);
    const prepared = await client.preparePayment();
    if (prepared === null) {
      if (notice) screen.showNotice(notice);
      return screen.showCardError(messages.notices.providerUnavailable);
    }
    const { page, form } = prepared;
    const changeNotice = this.#update(page) ?? notice;
    const stage = getStage(page);
    this.form = null;
    // Also if the deadline has passed while the form was prepared.
    if (!isPayable(stage)) return this.enter(page, false);
    if (form === null) {
      cardForm.clear();
      if (page.retry_at === null) {
        screen.showStage(getWaitingStage(page), page);
        const onWaiting = (unprepared: PayerPage) => void this.#update(unprepared);
        return this.enter(await pollPreparation({ client, wait }, onWaiting), false);
      }
      // Payments were declined: the form follows when the delay is over.
      screen.showStage('form', page);
      if (changeNotice) screen.showNotice(changeNotice);
      screen.setButton('ready', page);
      await wait(Math.max(0, Date.parse(page.retry_at) - now()));
      return this.prepare();
    }
    // Only a payment intent can be continued without its form.
    const resumes = stage === 'action_required' && form.kind === 'payment';
    await this.mount(page, form, resumes ? 'action_required' : 'form', changeNotice);
  }

  /** Shows the form of a prepared payment and loads its card fields. */
  async mount(
    page: PayerPage,
    form: PaymentForm,
    stage: 'form' | 'action_required' | 'card_missing',
    notice: string | null = null,
  ): Promise<void> {
    const { screen, cardForm, messages, providerHost } = this.#ports;
    this.page = page;
    this.form = form;
    screen.showForm(form);
    if (page.terms || page.breakdown) screen.showOrder(page);
    screen.showStage(stage, page);
    screen.setButton('waiting', page);
    if (notice) screen.showNotice(notice);
    const load = async () => {
      await cardForm.load(form);
      if (stage !== 'action_required') await cardForm.mount();
      return true;
    };
    const hasLoaded = await this.#waitFor(load().catch(() => false));
    if (!hasLoaded) return screen.showCardError(messages.notices.cardFailed(providerHost));
    screen.setButton('ready', page);
  }

  /** Submits the form, if it is complete. */
  async pay(): Promise<void> {
    const { screen, cardForm, messages, isOnline } = this.#ports;
    const shown = this.page;
    screen.showNotice(null);
    screen.setButton('paying', shown);
    if (!isOnline()) return this.#returnToForm(messages.notices.offline);
    const isComplete = await this.#waitFor(cardForm.validate().catch(() => false));
    if (!isComplete) return this.#returnToForm(null);
    // Saving a card charges nothing, so there is no charge to check.
    if (shown.may_miss_card) return this.#submit('confirm');
    await this.confirm('confirm');
  }

  /** Submits the payment if it still takes the charge that the page shows. */
  async confirm(method: 'confirm' | 'resume'): Promise<void> {
    const { client, screen, messages } = this.#ports;
    const shown = this.page;
    const { cart_version, amount_minor, currency } = shown;
    const checked = await client.checkCharge({ cart_version, amount_minor, currency });
    if (checked === null) return this.#returnToForm(messages.notices.notCharged);
    if (!checked.payable) {
      const changeNotice = this.#update(checked.page);
      if (getStage(checked.page) !== 'form') return this.enter(checked.page, false);
      if (checked.page.retry_at !== null) return this.#returnToForm(changeNotice);
      return this.prepare(changeNotice ?? messages.notices.notCharged);
    }
    if (this.form?.url) {
      screen.setButton('ready', shown);
      return screen.leave(this.form.url);
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
      void submitted.then(() => this.#actions.runWhenIdle(() => this.#sync(), this.#ports.wait));
      throw interruption;
    }
    await this.conclude(outcome);
  }

  /** Shows what the provider reports of a payment that has ended, if it can be read. */
  async #sync(): Promise<void> {
    const page = await this.#ports.client.syncPayment();
    if (page) await this.enter(page, true);
  }

  /** Shows what follows from the outcome of a submission. */
  async conclude(outcome: ConfirmOutcome): Promise<void> {
    if (outcome.kind === 'incomplete') return this.#returnToForm(null);
    if (outcome.kind === 'unknown') return this.poll('unsure', CONFIRMATIONS_AFTER_UNKNOWN);
    const { client, messages } = this.#ports;
    const page = await client.syncPayment();
    if (page === null) {
      if (outcome.kind === 'accepted') return this.poll('processing', NEVER);
      if (outcome.kind !== 'declined') return this.poll('unsure', CONFIRMATIONS_AFTER_UNKNOWN);
      return this.#returnToForm(describeFailure(outcome, messages));
    }
    const needsCard = page.may_miss_card && outcome.kind === 'declined';
    if (!isUnpaid(getStage(page)) && !needsCard) return this.enter(page, true);
    const changeNotice = this.#update(page);
    if (outcome.kind === 'accepted') {
      // The card was saved for a cart that has changed since. Nothing was charged.
      if (this.form?.kind === 'setup') return this.prepare(changeNotice);
      return this.poll('processing', NEVER);
    }
    await this.#returnToForm(describeFailure(outcome, messages, page));
  }

  /** Shows the form again with the card fields unchanged, or the challenge that has to come before. */
  async #returnToForm(notice: string | null): Promise<void> {
    const { screen, cardForm } = this.#ports;
    if (getStage(this.page) === 'challenge') {
      await this.enter(this.page, false);
      return screen.showNotice(notice);
    }
    screen.showStage(this.page.may_miss_card ? 'card_missing' : 'form', this.page);
    if (!cardForm.mounted) return this.prepare(notice);
    screen.showNotice(notice);
    screen.setButton('ready', this.page);
  }

  /** Polls until the outcome of the payment is known, and shows it. */
  async poll(stage: 'processing' | 'unsure', requiredConfirmations: number): Promise<void> {
    const { screen, messages, client } = this.#ports;
    const wait = (ms: number) => this.#waitFor(this.#ports.wait(ms), true);
    screen.showStage(stage, this.page);
    const fetchPage = () => client.syncPayment();
    const result = await pollPayment({ fetchPage, wait, requiredConfirmations });
    if (result.kind === 'timed_out') return screen.showStage('slow', this.page);
    const changeNotice = this.#update(result.page);
    if (result.kind === 'settled') return this.enter(result.page, true);
    // What failed after it was accepted has ended its attempt: the next one has another form.
    await this.prepare(changeNotice ?? messages.notices.failed);
  }

  /** Waits for the payer, a bank, the provider's script or a time, unless the payment ends before. */
  #waitFor<T>(awaited: Promise<T>, redirects = false): Promise<T> {
    this.redirects = redirects;
    return this.#actions.waitFor(awaited);
  }
}
