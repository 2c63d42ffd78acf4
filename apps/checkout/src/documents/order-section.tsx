import type { PayerPage } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import type { Order } from '@parley/payer-view/order';
import { formatDateTime, formatTimeUntil } from '../view/deadline.ts';

interface OrderSectionProps {
  readonly order: Order;
  readonly page: PayerPage;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly locale: string;
  readonly messages: Messages;
}

/** The cart, the total and the deadline. The script formats the deadline in the viewer's time zone. */
export function OrderSection({ order, page, now, locale, messages }: OrderSectionProps) {
  const deadline = new Date(page.expires_at);
  return (
    <section id="order" aria-label={messages.itemsLabel}>
      <table id="lines" hidden={order.lines.length === 0}>
        <tbody>
          {order.lines.map((line) => (
            <tr>
              <th scope="row">
                <bdi>{line.name}</bdi>
              </th>
              <td class="count">{messages.quantity(line.quantity)}</td>
              <td class="amount">{line.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="total">
        <span id="total-label">{order.recurs ? messages.dueToday : messages.total}</span>
        <strong id="total">{order.total}</strong>
      </p>
      <p id="terms" class="terms">
        {order.terms}
      </p>
      <p id="expiry" class="small">
        <time
          id="expires"
          dateTime={page.expires_at}
          title={`${formatDateTime(deadline, locale, 'UTC')} UTC`}
        >
          {messages.expires(formatTimeUntil(deadline, now, locale))}
        </time>
      </p>
    </section>
  );
}
