import { refresh } from 'next/cache';
import { refuse, type Told } from '../form/told.ts';
import { act } from './ask.ts';

type Work<T> = Parameters<typeof act<T>>[0];
type Done = Omit<Extract<Told, { kind: 'done' }>, 'kind'>;

/**
 * Does something as the person who is signed in; the page around it shows it with the answer.
 * @param labels what the page calls the fields of its form
 */
export async function doDeed<T>(
  work: Work<T>,
  done: (value: T) => Done,
  labels?: Readonly<Record<string, string>>,
): Promise<Told> {
  const outcome = await act(work);
  if (!outcome.ok) return refuse(outcome, labels);
  refresh();
  return { kind: 'done', ...done(outcome.value) };
}
