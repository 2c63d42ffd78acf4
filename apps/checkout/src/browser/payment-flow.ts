import type { PayerPage } from '@parley/operations';
import { paysSameForm } from '../view/compare-charge.ts';
import { getFirstCall } from '../view/first-call.ts';
import { getStage, isFinal, isHeld } from '../view/stage.ts';
import { ActionQueue } from './action-queue.ts';
import type { PaymentFlowPorts } from './payment-flow-ports.ts';
import { PaymentSteps } from './payment-steps.ts';

/** What the payer does, and the reads of the page meanwhile. Only one action runs at a time. */
export class PaymentFlow {
  readonly #actions = new ActionQueue(() => this.#readReported());
  #isChecking = false;
  /** The last revision that was read while an action waited. */
  #checked: string | null = null;
  readonly #ports: PaymentFlowPorts;
  readonly #steps: PaymentSteps;

  constructor(ports: PaymentFlowPorts, page: PayerPage) {
    this.#ports = ports;
    this.#steps = new PaymentSteps(ports, page, this.#actions);
  }

  /** Continues from the state that the document was rendered in. */
  start(returned: boolean): Promise<void> {
    return this.#actions.run(async () => {
      const { page } = this.#steps;
      const isUnsettled = getFirstCall(page, returned) === 'syncPayment';
      if (isUnsettled) return this.#steps.conclude({ kind: 'returned' });
      // The payer cannot pay yet: the call only opens the page.
      const opened = isHeld(getStage(page)) && (await this.#ports.client.preparePayment());
      return this.#steps.enter(opened ? opened.page : page, returned);
    });
  }

  /** Loads the card form again after an error. */
  retryCard(): Promise<void> {
    return this.#actions.act(() => this.#steps.prepare());
  }

  pay(): Promise<void> {
    if (this.#actions.isReading) this.#ports.screen.setButton('paying', this.#steps.page);
    return this.#actions.act(() => this.#steps.pay());
  }

  /** Continues the bank's authentication. */
  resume(): Promise<void> {
    return this.#actions.act(async () => {
      this.#ports.screen.setButton('paying', this.#steps.page);
      await this.#steps.confirm('resume');
    });
  }

  /** Shows the form instead. Until it is paid, the payment that a bank waits for takes another method. */
  chooseAnother(): Promise<void> {
    return this.#actions.act(async () => {
      const { page, form } = this.#steps;
      if (form) await this.#steps.mount(page, form, 'form');
    });
  }

  /** Verifies the challenge that the payer has passed. */
  passChallenge(token: string): Promise<void> {
    return this.#actions.act(async () => {
      const { client, screen, challenge, messages } = this.#ports;
      // The widget of a challenge that is not shown any more.
      if (getStage(this.#steps.page) !== 'challenge') return;
      const page = await client.verifyChallenge(token);
      if (page === null) screen.showNotice(messages.notices.challengeFailed);
      else challenge?.hide();
      await this.#steps.enter(page ?? this.#steps.page, false);
    });
  }

  /** Handles the completion of an embedded page. */
  finish(): Promise<void> {
    const conclude = () => this.#steps.conclude({ kind: 'accepted' });
    return this.#actions.runWhenIdle(conclude, this.#ports.wait);
  }

  /** Polls again after a timeout. */
  checkAgain(): Promise<void> {
    return this.#actions.act(() => this.#steps.poll('processing', 1));
  }

  /**
   * Updates a page that may be out of date: after it was hidden, or at the deadline. During an action, only a state
   * that ends the payment is shown.
   */
  refresh(): Promise<void> {
    if (this.#actions.busy) return this.#checkEnd();
    return this.#actions.run(async () => {
      const { client, cardForm } = this.#ports;
      const [reported, shown] = [this.#actions.reported, this.#steps.page];
      const [page, queued] = await this.#actions.read(() =>
        // A payer who returns from the hosted page may have paid there.
        this.#steps.form?.kind === 'hosted' ? client.syncPayment() : client.getPage(),
      );
      if (page === null) return queued?.();
      const isSame = paysSameForm(shown, page);
      if (isSame) this.#steps.page = page;
      else {
        // The provider's own button in an embedded page would still take the previous charge.
        if (this.#steps.form?.kind === 'embedded') cardForm.clear();
        await this.#steps.enter(page, false);
      }
      // The payment of a changed page may not have been prepared, so that it is not shown.
      const isShown = isSame || this.#steps.page !== shown;
      if (isShown && this.#actions.reported === reported) this.#actions.reported = null;
      // The payer acted on what the page no longer shows, unless it is the same.
      if (isSame) await queued?.();
    });
  }

  /** Identifies the state of the session that the page shows. */
  get revision(): string {
    return this.#steps.page.revision;
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
    const read = await client.getPage();
    // The provider decides about a payment that began before the deadline.
    const isOverdue = read && getStage(read) === 'expired' && read.status !== 'expired';
    const page = isOverdue ? await client.syncPayment() : read;
    this.#isChecking = false;
    if (page === null) return;
    this.#checked = page.revision;
    // The card that may be missing is what the action waits for.
    if (isFinal(getStage(page)) && !page.may_miss_card) {
      return this.#actions.interrupt(() => this.#steps.enter(page, this.#steps.redirects));
    }
    if (this.#actions.reported !== reported) await this.#readReported();
  }

  /** Whether a reported change is not shown, so that the page has to be read again later. */
  get hasUnread(): boolean {
    return this.#actions.reported !== null;
  }

  /** Whether the payer may act inside the provider's frame without an event, so that polling is needed. */
  get needsPolling(): boolean {
    return this.#steps.form?.kind === 'embedded' && !this.#actions.busy;
  }
}
