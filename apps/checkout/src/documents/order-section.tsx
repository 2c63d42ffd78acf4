import type { PayerPage } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import { formatLines, type Order } from '@parley/payer-view/order';
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
  const { lines, more } = formatLines(page, locale, messages);
  const deadline = new Date(page.expires_at);
  return (
    <section id="order" aria-label={messages.itemsLabel}>
      <table id="lines" hidden={lines.length === 0}>
        <tbody>
          {lines.map((line) => (
            <tr>
              <th scope="row">
                <bdi>{line.name}</bdi>
                {line.detail && <small>{line.detail}</small>}
              </th>
              {/* A row whose amount is empty is hidden while the document is parsed. */}
              <td class="amount">{line.amount || '\u00a0'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p id="more" class="more">
        {more}
      </p>
      <dl id="sums" class="sums">
        {order.sums.map(({ label, value }) => (
          <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
