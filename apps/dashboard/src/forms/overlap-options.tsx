'use client';

import formStyles from './forms.module.css';
import { Option } from './text-field.tsx';

const DAY_HOURS = 24;

type Overlap = 'day' | 'week' | 'now';

const overlaps = [
  { value: 'day', hours: DAY_HOURS, label: 'In 24 hours' },
  { value: 'week', hours: 7 * DAY_HOURS, label: 'In 7 days' },
  { value: 'now', hours: 0, label: 'Now' },
] as const;

const deploymentHints = (noun: string): Readonly<Record<Overlap, string>> => ({
  day: `Leaves time to deploy the new ${noun}.`,
  week: 'For several systems with separate deployments.',
  now: `For a ${noun} that has leaked or is not in use.`,
});

interface OverlapOptionsProps {
  /** What is replaced, for example "key". */
  readonly noun: string;
  /** When to choose each option; by default, for a secret that the merchant's systems use. */
  readonly hints?: Readonly<Record<Overlap, string>>;
}

/** When the current secret stops working after it was replaced. `readOverlapHours` reads the choice. */
export function OverlapOptions({ noun, hints = deploymentHints(noun) }: OverlapOptionsProps) {
  return (
    <fieldset className={formStyles.options}>
      <legend>The current {noun} expires</legend>
      {overlaps.map(({ value, label }, index) => (
        <Option
          defaultChecked={index === 0}
          hint={hints[value]}
          key={value}
          label={label}
          name="overlap"
          type="radio"
          value={value}
        />
      ))}
    </fieldset>
  );
}

/** The chosen overlap in hours; 0 for an immediate end. */
export function readOverlapHours(form: FormData): number {
  return overlaps.find(({ value }) => value === form.get('overlap'))?.hours ?? DAY_HOURS;
}
