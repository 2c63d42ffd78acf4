import { useRef, useState } from 'react';

/** The rows of a page that the person selected. */
export interface Selection<Row> {
  /** In the order of the page. Rows that left the page are not selected. */
  readonly rows: readonly Row[];
  readonly isSelected: (id: string) => boolean;
  /**
   * Selects a row, or no longer selects it.
   * @param extend changes all rows from the one that was changed last to this one
   */
  readonly toggle: (id: string, extend: boolean) => void;
  /** Selects all rows of the page, or none. */
  readonly selectAll: (isSelected: boolean) => void;
  readonly deselect: (ids: readonly string[]) => void;
}

/** Holds which rows of a page are selected. */
export function useSelection<Row extends { readonly id: string }>(
  page: readonly Row[],
): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const anchor = useRef<string | null>(null);

  function change(ids: readonly string[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }

  function rangeTo(id: string): string[] {
    const ids = page.map((row) => row.id);
    const ends = [ids.indexOf(anchor.current ?? id), ids.indexOf(id)];
    // The anchor can have left the page.
    return ends.includes(-1) ? [id] : ids.slice(Math.min(...ends), Math.max(...ends) + 1);
  }

  return {
    rows: page.filter(({ id }) => selected.has(id)),
    isSelected: (id) => selected.has(id),
    toggle(id, extend) {
      change(extend ? rangeTo(id) : [id], !selected.has(id));
      anchor.current = id;
    },
    selectAll(isSelected) {
      setSelected(new Set(isSelected ? page.map(({ id }) => id) : []));
      anchor.current = null;
    },
    deselect: (ids) => change(ids, false),
  };
}
