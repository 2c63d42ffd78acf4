import type { Branding } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import { type Outcome, toneIcons } from '../view/outcome.ts';
import { SuccessText } from './branding.tsx';

interface OutcomeSectionProps {
  readonly outcome: Outcome | null;
  /** The merchant's page to return to; null without one. */
  readonly destination: string | null;
  /** URL of the receipt, which the style shows in the stages that have one. */
  readonly receiptUrl: string;
  readonly merchant: string;
  readonly branding: Branding;
  readonly messages: Messages;
}

/** The outcome panel, with the hidden elements that the script shows for other stages. */
export function OutcomeSection(props: OutcomeSectionProps) {
  const { outcome, destination, receiptUrl, merchant, branding, messages } = props;
  const { tone = 'neutral', heading = '', text = '', step = 'none' } = outcome ?? {};
  return (
    <section id="outcome" aria-labelledby="outcome-heading" hidden={outcome === null}>
      <svg id="icon" class="icon" data-tone={tone} viewBox="0 0 16 16" aria-hidden="true">
        <path d={toneIcons[tone]} />
      </svg>
      <h2 id="outcome-heading" tabIndex={-1}>
        {heading}
      </h2>
      <p id="outcome-text">{text}</p>
      <SuccessText branding={branding} />
      {destination !== null && (
        <a id="back" class="main" href={destination} rel="noreferrer" hidden={step !== 'back'}>
          {messages.backTo(merchant)}
        </a>
      )}
      <a class="plain receipt-link" href={receiptUrl} target="_blank" rel="noopener noreferrer">
        {messages.receipt.link}
      </a>
      <p id="redirect" class="small" hidden>
        <span id="redirect-text" />{' '}
        <button id="stay" class="link" type="button">
          {messages.stay}
        </button>
      </p>
      <button id="bank" class="main" type="button" hidden={step !== 'bank'} disabled>
        {messages.continueToBank}
      </button>
      <button id="another" class="plain" type="button" hidden={step !== 'bank'} disabled>
        {messages.chooseAnother}
      </button>
      <button id="check" class="main" type="button" hidden={step !== 'check'}>
        {messages.checkAgain}
      </button>
    </section>
  );
}
