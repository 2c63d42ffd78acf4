'use client';

import { useId, useState } from 'react';
import { useFieldError } from './action-form.tsx';
import formStyles from './forms.module.css';
import styles from './subset-picker.module.css';
import { Option } from './text-field.tsx';

interface SubsetPickerProps {
  readonly legend: string;
  /** The name of the check boxes. `readSubset` reads them. */
  readonly name: string;
  readonly allLabel: string;
  /** What "all" does not include. */
  readonly allHint?: string;
  readonly selectedLabel: string;
  readonly groups: readonly { readonly title: string; readonly values: readonly string[] }[];
  /** The values that are selected at first; null for all. */
  readonly selected: readonly string[] | null;
}

/** The choice between all values, including future ones, and selected ones. */
export function SubsetPicker(props: SubsetPickerProps) {
  const { legend, name, allLabel, allHint, selectedLabel, groups, selected } = props;
  const [all, setAll] = useState(selected === null);
  const error = useFieldError(name);
  const errorId = useId();
  return (
    <fieldset
      aria-describedby={error === null ? undefined : errorId}
      aria-invalid={error !== null}
      className={styles.picker}
    >
      <legend>{legend}</legend>
      <Option
        defaultChecked={all}
        hint={allHint}
        label={allLabel}
        name={`${name}_subset`}
        onChange={() => setAll(true)}
        type="radio"
        value="all"
      />
      <Option
        defaultChecked={!all}
        label={selectedLabel}
        name={`${name}_subset`}
        onChange={() => setAll(false)}
        type="radio"
        value="selected"
      />
      {!all && (
        <div className={styles.groups}>
          {groups.map(({ title, values }) => (
            <fieldset className={styles.group} key={title}>
              <legend>{title}</legend>
              {values.map((value) => (
                <Option
                  defaultChecked={selected?.includes(value)}
                  key={value}
                  label={<code>{value}</code>}
                  name={name}
                  type="checkbox"
                  value={value}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {error !== null && (
        <p className={formStyles.error} id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The selected values of a picker, in the order of `values`; null for all. */
export function readSubset<T extends string>(
  form: FormData,
  name: string,
  values: readonly T[],
): T[] | null {
  if (form.get(`${name}_subset`) === 'all') return null;
  const selected = form.getAll(name);
  return values.filter((value) => selected.includes(value));
}
