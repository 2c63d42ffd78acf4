/** The props of a list whose address selects days. */
export interface ListProps<View, Input> {
  readonly view: View;
  /** The query for the view, with the instants of its days. */
  readonly input: Input;
}
