import type { PayerPage } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import type { Tone } from '@parley/ui/status';
import type { Stage } from './stage.ts';

/** What the payer can do next. */
type NextStep = 'back' | 'bank' | 'check' | 'none';

/** The panel of a stage: what happened to the money, then what to do. */
export interface Outcome {
  readonly tone: Tone;
  readonly heading: string;
  readonly text: string;
  readonly step: NextStep;
}

interface OutcomeOptions {
  readonly page: Pick<PayerPage, 'merchant_name' | 'status' | 'terms'>;
  /** The formatted amount that was refunded of a payment; null if nothing was. */
  readonly refunded?: string | null;
  /** The formatted total. */
  readonly amount: string;
  readonly messages: Messages;
}

/** The title of the page: the outcome, or without one that something is to be paid. */
export const getTitle = (
  outcome: Outcome | null,
  { page, messages }: Pick<OutcomeOptions, 'page' | 'messages'>,
): string =>
  outcome ? `${outcome.heading} ${page.merchant_name}` : messages.title(page.merchant_name);

/** SVG paths (16 by 16) of the icon next to the heading, so that color is not the only signal. */
export const toneIcons: Readonly<Record<Tone, string>> = {
  success: 'M3 8.5 6.5 12 13 4.5',
  pending: 'M8 3.5V8l3 2',
  critical: 'M8 3v6M8 12.2v.3',
  neutral: 'M3.5 8h9',
  progress: 'M3 8h9.5M9 4.5 12.5 8 9 11.5',
};

/** The outcome panel of a stage; null for those that show the payment form or the challenge before it. */
export function describeOutcome(
  stage: Stage,
  { page, amount, refunded = null, messages }: OutcomeOptions,
): Outcome | null {
  const merchant = page.merchant_name;
  const { states } = messages;
  const outcome = (tone: Tone, heading: string, text: string, step: NextStep): Outcome => ({
    tone,
    heading,
    text,
    step,
  });
  switch (stage) {
    case 'form':
    case 'challenge':
      return null;
    case 'paid': {
      const text =
        refunded === null ? states.paid.text(merchant) : states.partlyRefunded.text(refunded);
      return outcome('success', states.paid.heading(amount), text, 'back');
    }
    case 'returned': {
      const { text } = states.refunding;
      return outcome('neutral', states.returned.heading(amount), text(merchant), 'back');
    }
    case 'disputed': {
      const { heading, text } = states.disputed;
      return outcome('pending', heading(amount), text(), 'back');
    }
    case 'completing':
      return outcome('pending', states.nothingDue.heading(), states.waiting.text(), 'none');
    case 'nothing_due': {
      const { heading, text } = hasTrial(page) ? states.trialBegun : states.nothingDue;
      return outcome('success', heading(), text(merchant), 'back');
    }
    case 'unfulfilled': {
      const { heading, text } = states.unfulfilled;
      return outcome('critical', heading(amount), text(merchant), 'back');
    }
    case 'processing':
    case 'slow': {
      const step = stage === 'slow' ? 'check' : 'none';
      const { heading, text, later } = states.processing;
      // The provider has accepted the payment, and it takes as long as it always does.
      if (page.status === 'payment_processing') {
        return outcome('progress', heading(), later(merchant), step);
      }
      return stage === 'slow'
        ? outcome('progress', states.slow.heading(), states.slow.text(merchant), step)
        : outcome('progress', heading(), text(), step);
    }
    case 'unsure':
      return outcome('pending', states.unsure.heading(), states.unsure.text(), 'none');
    case 'action_required': {
      const { heading, text } = states.actionRequired;
      return outcome('pending', heading(), text(amount), 'bank');
    }
    case 'under_review': {
      const { heading, text } = states.underReview;
      return outcome('critical', heading(), text(merchant), 'back');
    }
    case 'expired':
      return outcome('neutral', states.expired.heading(), states.expired.text(merchant), 'back');
    case 'canceled':
      return outcome('neutral', states.canceled.heading(), states.canceled.text(merchant), 'back');
    case 'blocked':
      return outcome('critical', states.blocked.heading(), states.expired.text(merchant), 'back');
    case 'refunding':
      return outcome(
        'neutral',
        states.refunding.heading(),
        states.refunding.text(merchant),
        'back',
      );
    case 'waiting': {
      const { heading, text } = states.waiting;
      return outcome('pending', heading(merchant), text(), 'none');
    }
    case 'not_payable': {
      const { heading, text } = states.notPayable;
      return outcome('pending', heading(), text(merchant), 'back');
    }
    case 'card_missing':
      return outcome('pending', states.cardMissing.heading(), states.cardMissing.text(), 'none');
  }
}

const hasTrial = ({ terms }: OutcomeOptions['page']): boolean =>
  terms !== null && (terms.trial_days !== null || terms.trial_end !== null);
