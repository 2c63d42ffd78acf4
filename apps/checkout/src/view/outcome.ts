import type { PayerPage } from '@parley/operations';
import type { Tone } from '@parley/ui/status';
import type { Words } from '../words.ts';
import type { Stage } from './stage.ts';

/** What the payer can do under a state. */
type Step = 'back' | 'bank' | 'check' | 'none';

/** A state in words: what happened to the money, then what to do. */
export interface Outcome {
  readonly tone: Tone;
  readonly heading: string;
  readonly text: string;
  readonly step: Step;
}

export interface Facts {
  readonly page: Pick<PayerPage, 'merchant_name' | 'terms'>;
  /** The total, written for the payer. */
  readonly amount: string;
  readonly words: Words;
}

/** Null for the stage in which the page is a form, which has no such words. */
export function outcomeOf(stage: Stage, { page, amount, words }: Facts): Outcome | null {
  const merchant = page.merchant_name;
  const { states } = words;
  const say = (tone: Tone, heading: string, text: string, step: Step): Outcome => ({
    tone,
    heading,
    text,
    step,
  });
  switch (stage) {
    case 'form':
      return null;
    case 'paid':
      return say('success', states.paid.heading(amount), states.paid.text(merchant), 'back');
    case 'nothing_due': {
      const { heading, text } = beginsFree(page) ? states.trialBegun : states.nothingDue;
      return say('success', heading(), text(merchant), 'back');
    }
    case 'subscribed': {
      const { heading, text } = states.subscribed;
      return say('success', heading(merchant), text(merchant), 'back');
    }
    case 'unfulfilled': {
      const { heading, text } = states.unfulfilled;
      return say('critical', heading(amount), text(merchant), 'back');
    }
    case 'processing':
      return say('progress', states.processing.heading(), states.processing.text(), 'none');
    case 'slow':
      return say('progress', states.slow.heading(), states.slow.text(merchant), 'check');
    case 'unsure':
      return say('pending', states.unsure.heading(), states.unsure.text(), 'none');
    case 'action_required': {
      const { heading, text } = states.actionRequired;
      return say('pending', heading(), text(amount), 'bank');
    }
    case 'under_review': {
      const { heading, text } = states.underReview;
      return say('critical', heading(), text(merchant), 'back');
    }
    case 'expired':
      return say('neutral', states.expired.heading(), states.expired.text(merchant), 'back');
    case 'canceled':
      return say('neutral', states.canceled.heading(), states.canceled.text(merchant), 'back');
    case 'refunding':
      return say('neutral', states.refunding.heading(), states.refunding.text(merchant), 'back');
    case 'waiting': {
      const { heading, text } = states.waiting;
      return say('pending', heading(merchant), text(), 'none');
    }
    case 'card_missing':
      return say('pending', states.cardMissing.heading(), states.cardMissing.text(), 'none');
  }
}

const beginsFree = ({ terms }: Facts['page']): boolean =>
  terms !== null && (terms.trial_days !== null || terms.trial_end !== null);
