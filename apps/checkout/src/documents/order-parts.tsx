import { momentText, untilText } from '../view/deadline.ts';
import type { Order } from '../view/order.ts';
import type { Words } from '../words.ts';

/** The lines of the cart; the table's head is for those who hear it. */
export function OrderTable({ order, words }: { order: Order; words: Words }) {
  return (
    <>
      <table id="lines" hidden={order.lines.length === 0}>
        <tbody>
          {order.lines.map((line) => (
            <tr>
              <th scope="row">{line.name}</th>
              <td class="count">{words.quantity(line.quantity)}</td>
              <td class="amount">{line.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="total">
        <span id="total-label">{order.recurs ? words.dueToday : words.total}</span>
        <strong id="total">{order.total}</strong>
      </p>
      <p id="terms" class="terms">
        {order.terms}
      </p>
    </>
  );
}

interface ExpiryLineProps {
  /** RFC 3339. */
  readonly at: string;
  readonly now: number;
  readonly lang: string;
  readonly words: Words;
}

/** Relative, with the moment behind it; the script knows the viewer's zone, the server does not. */
export function ExpiryLine({ at, now, lang, words }: ExpiryLineProps) {
  const moment = new Date(at);
  return (
    <p id="expiry" class="small">
      <time id="expires" dateTime={at} title={`${momentText(moment, lang, 'UTC')} UTC`}>
        {words.expires(untilText(moment, now, lang))}
      </time>
    </p>
  );
}
