/** What an email says, in the order in which it is read. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do. */
  readonly link?: { readonly label: string; readonly url: string };
  /** What to do if the email was not expected, and how long the link works. */
  readonly note: string;
}

/** An email as it is sent, without its recipient. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What an email of a merchant has in its header besides recipient and subject. */
export interface MailHeaders {
  /** Is shown with the address of the sender. */
  readonly senderName: string;
  /** An address; null for that of the sender. */
  readonly replyTo: string | null;
  /** The part of the Message-ID before the domain. An email that is sent again has the same. */
  readonly messageId: string;
}

/** Writes an email as plain text and as HTML. */
export function renderMail({ subject, paragraphs, link, note }: MailText): MailContent {
  const text = [
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    note,
    '-- \nParley',
  ];
  return {
    subject: singleLine(subject),
    text: `${text.join('\n\n')}\n`,
    html: renderHtml({ subject, paragraphs, note, ...(link ? { link } : {}) }),
  };
}

// Mail clients ignore style sheets, and many ignore all but simple inline styles.
const font =
  'font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:15px;line-height:1.5';
const button =
  'display:inline-block;padding:9px 14px;border-radius:6px;background:#0b616d;color:#ffffff;font-weight:600;text-decoration:none';

function renderHtml({ subject, paragraphs, link, note }: MailText): string {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;${font}"><div style="max-width:480px;margin:0 auto">`,
    ...paragraphs.map((text) => paragraph(text)),
    link
      ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="${button}">${escapeHtml(link.label)}</a></p>`
      : '',
    paragraph(note, 'font-size:13px;color:#73737d'),
    paragraph('Parley', 'font-size:13px;color:#73737d'),
    '</div></body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text without line breaks, which would end a header, and without other control characters. */
export const singleLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ');

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
