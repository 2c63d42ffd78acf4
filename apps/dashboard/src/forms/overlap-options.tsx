'use client';

import { useTranslations } from 'next-intl';
import formStyles from './forms.module.css';
import { Option } from './text-field.tsx';

const DAY_HOURS = 24;

type Overlap = 'day' | 'week' | 'now';

const overlaps = [
  { value: 'day', hours: DAY_HOURS },
  { value: 'week', hours: 7 * DAY_HOURS },
  { value: 'now', hours: 0 },
] as const;

interface OverlapOptionsProps {
  /** What is replaced. */
  readonly noun: 'key' | 'secret' | 'signingSecret';
  /** When to choose each option; by default, for a secret that the merchant's systems use. */
  readonly hints?: Readonly<Record<Overlap, string>>;
}

/** When the current secret stops working after it was replaced. `readOverlapHours` reads the choice. */
export function OverlapOptions({ noun, hints }: OverlapOptionsProps) {
  const t = useTranslations('forms.overlap');
  const { day, week, now } = hints ?? {
    day: t(`dayHint.${noun}`),
    week: t('weekHint'),
    now: t(`nowHint.${noun}`),
  };
  return (
    <fieldset className={formStyles.options}>
      <legend>{t(`legend.${noun}`)}</legend>
      {overlaps.map(({ value }, index) => (
        <Option
          defaultChecked={index === 0}
          hint={{ day, week, now }[value]}
          key={value}
          label={t(value)}
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
