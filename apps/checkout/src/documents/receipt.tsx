import type { Receipt } from '@parley/operations';
import type { Localization } from '@parley/payer-view/messages/languages';
import { messagesFor } from '@parley/payer-view/messages/messages-for';
import { formatLines, formatOrder } from '@parley/payer-view/order';
import { formatReceipt } from '@parley/payer-view/receipt';
import { brandStyle, MerchantFooter, SuccessText } from './branding.tsx';
import { renderDocument } from './document.tsx';
import { LanguageSwitch } from './language-switch.tsx';

/** Without it, the payer prints with the browser's own command. */
const printScript =
  'const print=document.getElementById("print");print.hidden=false;print.onclick=()=>window.print()';

interface ReceiptOptions extends Localization {
  readonly receipt: Receipt;
  /** The publishable key of the link. */
  readonly pk: string;
  /** URL of the merchant's logo; null without one. */
  readonly logoUrl: string | null;
  readonly nonce: string;
  readonly style: string;
}

/** Renders the receipt of a paid session, to read and to print. */
export function renderReceipt(options: ReceiptOptions): string {
  const { receipt, language, locale, pk, logoUrl, nonce, style } = options;
  const { page, branding } = receipt;
  const messages = messagesFor(language);
  const texts = messages.receipt;
  const order = formatOrder(page, locale, messages);
  const { lines, more } = formatLines(page, locale, messages);
  const rows = formatReceipt(receipt, locale, messages);
  const title = texts.title(page.merchant_name);
  return renderDocument({
    title,
    language,
    nonce,
    assets: { style: style + brandStyle(branding), script: printScript },
    children: (
      <main class="page receipt">
        <header>
          {page.mode === 'test' && <p class="test">{messages.testMode}</p>}
          {logoUrl && <img class="logo" src={logoUrl} alt="" />}
          <h1>{title}</h1>
          <LanguageSwitch language={language} label={messages.language} pk={pk} />
        </header>
        {rows.isSuccess && <SuccessText branding={branding} />}
        <dl>
          <dt>{texts.status}</dt>
          <dd>{rows.status}</dd>
          <dt>{texts.datePaid}</dt>
          <dd>{rows.datePaid}</dd>
          <dt>{texts.reference}</dt>
          <dd>
            <bdi dir="ltr">{page.id}</bdi>
          </dd>
        </dl>
        <table id="lines">
          {lines.length > 0 && (
            <thead>
              <tr>
                <th scope="col">{texts.item}</th>
                <th scope="col">{texts.quantity}</th>
                <th scope="col">{texts.amount}</th>
              </tr>
            </thead>
          )}
          <tbody>
            {lines.map((line) => (
              <tr>
                <th scope="row">
                  <bdi>{line.name}</bdi>
                </th>
                <td>{line.quantity}</td>
                <td>{line.amount}</td>
              </tr>
            ))}
            {more && (
              <tr>
                <th scope="row" colSpan={3}>
                  {more}
                </th>
              </tr>
            )}
          </tbody>
          <tfoot>
            {order.sums.map((row) => (
              <SumRow {...row} />
            ))}
            <SumRow label={messages.total} value={order.total} isTotal />
            {rows.payments.map((row) => (
              <SumRow {...row} />
            ))}
          </tfoot>
        </table>
        {order.terms && <p class="small">{order.terms}</p>}
        <p class="small">{texts.note}</p>
        <button id="print" class="plain" type="button" hidden>
          {texts.print}
        </button>
        <MerchantFooter branding={branding} merchant={page.merchant_name} messages={messages} />
      </main>
    ),
  });
}

interface SumRowProps {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

function SumRow({ label, value, isTotal = false }: SumRowProps) {
  return (
    <tr class={isTotal ? 'sum' : undefined}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>{value}</td>
    </tr>
  );
}
