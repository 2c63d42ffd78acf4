'use client';

import { MAX_OVERLAP_DAYS } from '@parley/domain';
import { useTimeZone } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { readLocal } from '#preferences/local-time.ts';
import { FailedAction } from '#trpc/action-result.ts';
import formStyles from './forms.module.css';
import { Option, TextField } from './text-field.tsx';

const DAY_SECONDS = 24 * 3_600;

const overlaps = [
  { value: 'day', seconds: DAY_SECONDS },
  { value: 'week', seconds: 7 * DAY_SECONDS },
  { value: 'now', seconds: 0 },
] as const;

type Overlap = (typeof overlaps)[number]['value'];

/** What is replaced, with the longest overlap in days that the API accepts; null without a limit. */
const maxDays = { key: MAX_OVERLAP_DAYS, secret: null, signingSecret: MAX_OVERLAP_DAYS } as const;

type Noun = keyof typeof maxDays;

interface OverlapOptionsProps {
  /** What is replaced. */
  readonly noun: Noun;
  /** When to choose each option; by default, for a secret that the merchant's systems use. */
  readonly hints?: Readonly<Record<Overlap, string>>;
}

/** When the current secret stops working after it was replaced. `useReadOverlap` reads the choice. */
export function OverlapOptions({ noun, hints }: OverlapOptionsProps) {
  const t = useTranslations('forms.overlap');
  const zone = useTimeZone();
  const [isChosen, setIsChosen] = useState(false);
  const { day, week, now } = hints ?? {
    day: t(`dayHint.${noun}`),
    week: t('weekHint'),
    now: t(`nowHint.${noun}`),
  };
  const days = maxDays[noun];
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
          onChange={() => setIsChosen(false)}
          type="radio"
          value={value}
        />
      ))}
      <Option
        label={t('chosen')}
        name="overlap"
        onChange={() => setIsChosen(true)}
        type="radio"
        value="chosen"
      />
      {isChosen && (
        <TextField
          hint={t(days ? 'untilHintWithLimit' : 'untilHint', {
            zone: zone.replaceAll('_', ' '),
            days: days ?? 0,
          })}
          input={{ type: 'datetime-local', required: true }}
          label={t('until')}
          name="overlap_until"
        />
      )}
    </fieldset>
  );
}

/**
 * Returns a function that reads the chosen overlap of a form in seconds; 0 for an immediate end. It throws
 * FailedAction for a time in the past or too far ahead.
 */
export function useReadOverlap(noun: Noun): (form: FormData) => number {
  const t = useTranslations('forms.overlap');
  const zone = useTimeZone();
  return (form) => {
    const chosen = form.get('overlap');
    if (chosen !== 'chosen') {
      return overlaps.find(({ value }) => value === chosen)?.seconds ?? DAY_SECONDS;
    }
    const until = readLocal(String(form.get('overlap_until')), zone);
    const seconds = until ? Math.floor((until.getTime() - Date.now()) / 1_000) : 0;
    const days = maxDays[noun];
    if (seconds > 0 && (days === null || seconds <= days * DAY_SECONDS)) return seconds;
    throw new FailedAction({
      message: t(days ? 'untilErrorWithLimit' : 'untilError', { days: days ?? 0 }),
      requestId: null,
      field: 'overlap_until',
    });
  };
}
