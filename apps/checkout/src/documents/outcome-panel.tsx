import { marks } from '../view/mark.ts';
import type { Outcome } from '../view/outcome.ts';
import type { Words } from '../words.ts';

interface OutcomePanelProps {
  readonly outcome: Outcome | null;
  readonly back: string | null;
  readonly merchant: string;
  readonly words: Words;
}

/** Every part a state may need is there from the start; the script fills and shows them. */
export function OutcomePanel({ outcome, back, merchant, words }: OutcomePanelProps) {
  const { tone = 'neutral', heading = '', text = '', step = 'none' } = outcome ?? {};
  return (
    <>
      <svg id="mark" class="mark" data-tone={tone} viewBox="0 0 16 16" aria-hidden="true">
        <path d={marks[tone]} />
      </svg>
      <h2 id="outcome-heading" tabIndex={-1}>
        {heading}
      </h2>
      <p id="outcome-text">{text}</p>
      {back !== null && (
        <a id="back" class="main" href={back} rel="noreferrer" hidden={step !== 'back'}>
          {words.backTo(merchant)}
        </a>
      )}
      <p id="leaving" class="small" hidden>
        <span id="leaving-text" />{' '}
        <button id="stay" class="link" type="button">
          {words.stay}
        </button>
      </p>
      <button id="bank" class="main" type="button" hidden={step !== 'bank'} disabled>
        {words.continueToBank}
      </button>
      <button id="check" class="main" type="button" hidden={step !== 'check'}>
        {words.checkAgain}
      </button>
    </>
  );
}
