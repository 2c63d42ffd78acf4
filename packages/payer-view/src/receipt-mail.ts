import { escapeHtml, type MailContent, type MailHeaders, singleLine } from '@parley/mail';
import type { Receipt } from '@parley/operations';
import { type Localization, languages } from './messages/languages.ts';
import { messagesFor } from './messages/messages-for.ts';
import { formatLines, formatOrder, type Sum } from './order.ts';
import { formatReceipt } from './receipt.ts';

/** A receipt in the words and the order of its page. */
interface ReceiptText {
  readonly title: string;
  /** Above the title; null in live mode. */
  readonly test: string | null;
  readonly success: string | null;
  readonly facts: readonly Sum[];
  readonly lines: readonly (Sum & { readonly quantity: string })[];
  /** How many lines are not shown; empty if all are. */
  readonly more: string;
  readonly sums: readonly Sum[];
  readonly notes: readonly string[];
  readonly contact: { readonly label: string; readonly values: readonly string[] } | null;
}

/**
 * Writes the email with a receipt: what its page shows, without images and without a link to the page. An
 * image reports to a server when it is read, and the link works for every recipient of a forwarded email.
 */
export function renderReceiptMail(
  receipt: Receipt,
  localization: Localization,
): { readonly content: MailContent; readonly headers: MailHeaders } {
  const { branding } = receipt;
  const page = { ...receipt.page, merchant_name: singleLine(receipt.page.merchant_name) };
  const text = receiptText({ ...receipt, page }, localization);
  return {
    content: {
      subject: text.title,
      text: renderText(text),
      html: renderHtml(text, localization),
    },
    headers: {
      senderName: page.merchant_name,
      replyTo: branding.support.email,
      messageId: `receipt.${page.id}`,
    },
  };
}

function receiptText(receipt: Receipt, { language, locale }: Localization): ReceiptText {
  const { page, branding } = receipt;
  const messages = messagesFor(language);
  const texts = messages.receipt;
  const order = formatOrder(page, locale, messages);
  const { lines, more } = formatLines(page, locale, messages);
  const rows = formatReceipt(receipt, locale, messages);
  const { email, phone, url } = branding.support;
  const contacts = [email, phone, url].filter((value) => value !== null);
  return {
    title: texts.title(page.merchant_name),
    test: page.mode === 'test' ? messages.testMode : null,
    success: rows.isSuccess ? branding.success_text : null,
    facts: [
      { label: texts.status, value: rows.status },
      { label: texts.datePaid, value: rows.datePaid },
      { label: texts.reference, value: page.id },
    ],
    lines: lines.map(({ name, quantity, amount }) => ({
      label: singleLine(name),
      quantity: messages.quantity(quantity),
      value: amount,
    })),
    more,
    sums: [...order.sums, { label: messages.total, value: order.total }, ...rows.payments],
    notes: [order.terms, texts.note].filter((note) => note !== ''),
    contact:
      contacts.length > 0
        ? { label: messages.contact(page.merchant_name), values: contacts }
        : null,
  };
}

function renderText(receipt: ReceiptText): string {
  const rowText = ({ label, value }: Sum) => `${label}: ${value}`;
  const lineText = ({ label, quantity, value }: ReceiptText['lines'][number]) =>
    [`${quantity} ${label}`, value].filter(Boolean).join(': ');
  const { contact } = receipt;
  const paragraphs = [
    receipt.test,
    receipt.title,
    receipt.success,
    receipt.facts.map(rowText).join('\n'),
    [...receipt.lines.map(lineText), receipt.more, ...receipt.sums.map(rowText)]
      .filter((line) => line !== '')
      .join('\n'),
    ...receipt.notes,
    contact && [contact.label, ...contact.values].join('\n'),
  ];
  return `${paragraphs.filter((text) => text !== null).join('\n\n')}\n`;
}

// Mail clients ignore style sheets, and many ignore all but simple inline styles.
const font =
  'font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:15px;line-height:1.5';
// No gray can be read on both the light and the dark background of a client.
const small = 'margin:0 0 16px;font-size:13px;opacity:0.75';
const border = 'border-top:1px solid #d5d5db';

function renderHtml(receipt: ReceiptText, { language }: Localization): string {
  const { direction } = languages[language];
  const { title, test, success, contact } = receipt;
  const start = direction === 'rtl' ? 'right' : 'left';
  const end = direction === 'rtl' ? 'left' : 'right';
  const isolated = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;
  const row = (label: string, value: string, style = '') =>
    `<tr><th scope="row" style="padding:8px 0;font-weight:400;text-align:${start};${style}">${label}</th><td style="padding:8px 0;text-align:${end};overflow-wrap:anywhere;${style}">${escapeHtml(value)}</td></tr>`;
  const table = (rows: readonly string[]) =>
    `<table style="width:100%;border-collapse:collapse;margin:0 0 16px;${font}">${rows.join('')}</table>`;
  const paragraph = (text: string, style: string) =>
    `<p style="${style}">${text.split('\n').map(escapeHtml).join('<br>')}</p>`;
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;${font}"><div dir="${direction}" style="max-width:480px;margin:0 auto;text-align:${start}">`,
    test === null ? '' : paragraph(test, small),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    success === null ? '' : `<div dir="auto">${paragraph(success, 'margin:0 0 16px')}</div>`,
    table(receipt.facts.map(({ label, value }) => row(escapeHtml(label), value))),
    table([
      ...receipt.lines.map(({ label, quantity, value }) =>
        row(`${escapeHtml(quantity)} ${isolated(label)}`, value, border),
      ),
      ...(receipt.more ? [row(escapeHtml(receipt.more), '', border)] : []),
      ...receipt.sums.map(({ label, value }) =>
        row(escapeHtml(label), value, `${border};font-weight:600`),
      ),
    ]),
    ...receipt.notes.map((note) => paragraph(note, small)),
    contact === null
      ? ''
      : `<p style="${small}">${escapeHtml(contact.label)}<br>${contact.values.map(isolated).join('<br>')}</p>`,
    '</div></body></html>',
  ].join('\n');
}
