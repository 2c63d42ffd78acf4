import type { PayerPage, PaymentForm } from '@parley/operations';
import { isPending, type KnownStage, stageOf } from '../view/stage.ts';
import type { Words } from '../words.ts';
import { changeOf } from './change.ts';
import type { Card, Screen } from './ports.ts';
import type { Rpc } from './rpc.ts';
import type { IntentResult } from './stripe.ts';
import { type Verdict, verdictOf } from './verdict.ts';
import { watch } from './watch.ts';

export interface CheckoutPorts {
  readonly rpc: Rpc;
  readonly screen: Screen;
  readonly card: Card;
  readonly words: Words;
  readonly amount: (page: PayerPage) => string;
  readonly providerHost: string;
  readonly wait: (ms: number) => Promise<void>;
  /** Leads the payer to a page of the provider's own. */
  readonly leave: (url: string) => void;
  readonly isOnline: () => boolean;
}

const SOON_MS = 100;
/** Milliseconds between looks at a merchant's preparations, at most. */
const RARELY_MS = 15_000;

const ends: readonly KnownStage[] = ['paid', 'nothing_due', 'subscribed'];

/** The payer's way through the page, from the form to the end. One thing happens at a time. */
export class Checkout {
  #page: PayerPage;
  #form: PaymentForm | null = null;
  #busy = false;
  readonly #ports: CheckoutPorts;

  constructor(ports: CheckoutPorts, page: PayerPage) {
    this.#ports = ports;
    this.#page = page;
  }

  /** Goes on from the state that the document was rendered in. */
  start(returned: boolean): Promise<void> {
    return this.#alone(() => this.#enter(this.#page, returned));
  }

  /** Tries again to have the card form. */
  retryCard(): Promise<void> {
    return this.#alone(() => this.#prepare());
  }

  pay(): Promise<void> {
    return this.#alone(() => this.#pay());
  }

  /** Goes on with the bank's question. */
  resume(): Promise<void> {
    return this.#alone(async () => {
      this.#ports.screen.button('paying', this.#page);
      await this.#conclude(await this.#verdict(() => this.#ports.card.resume()));
    });
  }

  /** The provider's page inside ours has come to its end. */
  async finish(): Promise<void> {
    while (this.#busy) await this.#ports.wait(SOON_MS);
    await this.#alone(() => this.#conclude({ kind: 'accepted' }));
  }

  /** Asks the provider once more, after the page had stopped asking. */
  checkAgain(): Promise<void> {
    return this.#alone(() => this.#watch('processing', 1));
  }

  /** Looks whether the page still shows how it stands: after a while away, at the deadline. */
  refresh(): Promise<void> {
    return this.#alone(async () => {
      const { rpc, card } = this.#ports;
      // Who comes back from the provider's own page may have paid there.
      const answer = await rpc(this.#form?.kind === 'hosted' ? 'syncPayment' : 'getPage');
      if ('failure' in answer) return;
      const before = stageOf(this.#page);
      const changed = changeOf(this.#page, answer.value) !== 'none';
      if (stageOf(answer.value) === before && !changed) return;
      // With the provider's button still there, what it showed before could be paid.
      if (this.#form?.kind === 'embedded') card.clear();
      await this.#enter(answer.value, false);
    });
  }

  /** Whether the payer may act without this page noticing, so that it has to look by itself. */
  get watchful(): boolean {
    return this.#form?.kind === 'embedded' && !this.#busy;
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }

  /** Shows how it stands now, and does what that asks for. */
  async #enter(page: PayerPage, leads: boolean): Promise<void> {
    const stage = stageOf(page);
    if (stage === 'form' || stage === 'action_required') return this.#prepare();
    this.#accept(page);
    if (isPending(stage)) return this.#watch('processing', 1);
    if (page.may_miss_card && (await this.#askForCard(stage))) return;
    this.#ports.screen.show(stage, page, leads && ends.includes(stage));
  }

  /** A trial that was begun without a card goes on with one. */
  async #askForCard(stage: KnownStage): Promise<boolean> {
    const { rpc, screen } = this.#ports;
    screen.show(stage, this.#page);
    const answer = await rpc('preparePayment');
    if ('failure' in answer || answer.value.form === null) return false;
    await this.#mount(answer.value.page, answer.value.form, 'card_missing');
    return true;
  }

  /** Takes over what the server says; whether the payer was shown another charge before. */
  #accept(page: PayerPage): string | null {
    const { screen, words, amount } = this.#ports;
    const before = this.#page;
    this.#page = page;
    const change = changeOf(before, page);
    if (change === 'none') return null;
    screen.order(page);
    return change === 'price'
      ? words.notices.priceChanged(amount(before), amount(page))
      : words.notices.cartChanged;
  }

  async #prepare(notice: string | null = null): Promise<void> {
    const { rpc, screen, words } = this.#ports;
    screen.cardTrouble(null);
    screen.button('waiting', this.#page);
    const answer = await rpc('preparePayment');
    if ('failure' in answer) {
      if (notice) screen.notice(notice);
      return screen.cardTrouble(words.notices.providerAway);
    }
    const { page, form } = answer.value;
    const told = this.#accept(page) ?? notice;
    const stage = stageOf(page);
    if (form === null) {
      this.#form = null;
      const payable = stage === 'form' || stage === 'action_required';
      return payable ? this.#awaitMerchant(page) : this.#enter(page, false);
    }
    // Only a payment intent is gone on with outside its form.
    const bank = stage === 'action_required' && form.kind === 'payment';
    await this.#mount(page, form, bank ? 'action_required' : 'form', told);
  }

  async #mount(
    page: PayerPage,
    form: PaymentForm,
    stage: 'form' | 'action_required' | 'card_missing',
    notice: string | null = null,
  ): Promise<void> {
    const { screen, card, words, providerHost } = this.#ports;
    this.#page = page;
    this.#form = form;
    screen.form(form);
    if (page.terms) screen.order(page);
    screen.show(stage, page);
    screen.button('waiting', page);
    if (notice) screen.notice(notice);
    try {
      await card.load(form);
      if (stage !== 'action_required') await card.mount();
    } catch {
      return screen.cardTrouble(words.notices.cardFailed(providerHost));
    }
    screen.button('ready', page);
  }

  /** Nothing is wrong: the merchant's own server goes on, and then the payer can. */
  async #awaitMerchant(page: PayerPage): Promise<void> {
    const { screen, card, rpc, wait } = this.#ports;
    card.clear();
    screen.show('waiting', page);
    for (let looks = 0; ; looks++) {
      await wait(Math.min(SOON_MS * 20 * (looks + 1), RARELY_MS));
      const answer = await rpc('preparePayment');
      if ('failure' in answer) continue;
      const { form, page: now } = answer.value;
      const stage = stageOf(now);
      const waits = form === null && (stage === 'form' || stage === 'action_required');
      if (!waits) return this.#enter(now, false);
      this.#accept(now);
    }
  }

  async #pay(): Promise<void> {
    const { rpc, screen, card, words, isOnline } = this.#ports;
    const shown = this.#page;
    screen.notice(null);
    screen.button('paying', shown);
    if (!isOnline()) return this.#stay(words.notices.offline);
    if (!(await card.check().catch(() => false))) return this.#stay(null);
    // Only a card is kept: nothing is charged that could have changed.
    if (shown.may_miss_card) return this.#conclude(await this.#verdict(() => card.confirm()));
    const { cart_version, amount_minor, currency } = shown;
    const answer = await rpc('checkCharge', { cart_version, amount_minor, currency });
    if ('failure' in answer) return this.#stay(words.notices.notCharged);
    const { payable, page } = answer.value;
    if (!payable) {
      const told = this.#accept(page);
      if (stageOf(page) !== 'form') return this.#enter(page, false);
      return this.#prepare(told ?? words.notices.notCharged);
    }
    if (this.#form?.url) {
      this.#ports.leave(this.#form.url);
      return screen.button('ready', shown);
    }
    await this.#conclude(await this.#verdict(() => card.confirm()));
  }

  async #verdict(ask: () => Promise<IntentResult>): Promise<Verdict> {
    try {
      return verdictOf(await ask());
    } catch {
      return { kind: 'unknown' };
    }
  }

  async #conclude(verdict: Verdict): Promise<void> {
    const { words } = this.#ports;
    if (verdict.kind === 'incomplete') return this.#stay(null);
    if (verdict.kind === 'unknown') return this.#watch('unsure', 2);
    const page = await this.#ask();
    if (page === null) {
      if (verdict.kind === 'accepted') return this.#watch('processing', Number.POSITIVE_INFINITY);
      if (verdict.kind === 'challenged') return this.#watch('unsure', 2);
      return this.#stay(`${words.notices.declined} ${words.declines[verdict.reason]}`);
    }
    const stage = stageOf(page);
    if (stage !== 'form' && !(page.may_miss_card && verdict.kind === 'declined')) {
      return this.#enter(page, true);
    }
    const changed = this.#accept(page);
    // A card that was kept has charged nothing; the cart it was kept for is not there any more.
    if (verdict.kind === 'accepted' && this.#form?.kind === 'setup') return this.#prepare(changed);
    // The provider's own script has it accepted: no look that finds nothing outweighs that.
    if (verdict.kind === 'accepted') return this.#watch('processing', Number.POSITIVE_INFINITY);
    const told =
      verdict.kind === 'declined'
        ? `${words.notices.declined} ${words.declines[verdict.reason]}`
        : words.notices.failed;
    await this.#stay(told);
  }

  /** Back to the form, with the card's fields as they are. */
  async #stay(notice: string | null): Promise<void> {
    const { screen, card } = this.#ports;
    if (!card.mounted) return this.#prepare(notice);
    screen.show(this.#page.may_miss_card ? 'card_missing' : 'form', this.#page);
    screen.notice(notice);
    screen.button('ready', this.#page);
  }

  async #watch(as: 'processing' | 'unsure', looksToBelieve: number): Promise<void> {
    const { screen, words, wait } = this.#ports;
    screen.show(as, this.#page);
    const watched = await watch({ look: () => this.#ask(), wait, looksToBelieve });
    if (watched.kind === 'given_up') return screen.show('slow', this.#page);
    const told = this.#accept(watched.page);
    if (watched.kind === 'settled') return this.#enter(watched.page, true);
    await this.#stay(told ?? words.notices.failed);
  }

  async #ask(): Promise<PayerPage | null> {
    const answer = await this.#ports.rpc('syncPayment');
    return 'value' in answer ? answer.value : null;
  }
}
