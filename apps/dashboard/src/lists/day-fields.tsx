import type { Days } from '#addresses/search-params.ts';
import { TextField } from '#forms/text-field.tsx';

interface DayFieldsProps {
  readonly days: Days;
  readonly labels: { readonly from: string; readonly to: string };
}

/** The fields of a filter by day. `readDays` reads their values. */
export function DayFields({ days, labels }: DayFieldsProps) {
  return (
    <>
      <TextField
        input={{ defaultValue: days.created_from, type: 'date' }}
        label={labels.from}
        name="created_from"
      />
      <TextField
        input={{ defaultValue: days.created_to, type: 'date' }}
        label={labels.to}
        name="created_to"
      />
    </>
  );
}
