// The labels of the card fields in the languages of the payer page: number, expiry, security code.

const LABELS = {
  de: ['Kartennummer', 'Ablaufdatum', 'Sicherheitscode'],
  es: ['Número de tarjeta', 'Fecha de caducidad', 'Código de seguridad'],
  fr: ['Numéro de carte', 'Date d’expiration', 'Code de sécurité'],
  it: ['Numero della carta', 'Data di scadenza', 'Codice di sicurezza'],
  nl: ['Kaartnummer', 'Vervaldatum', 'Beveiligingscode'],
  pl: ['Numer karty', 'Data ważności', 'Kod zabezpieczający'],
  'pt-BR': ['Número do cartão', 'Data de validade', 'Código de segurança'],
  ja: ['カード番号', '有効期限', 'セキュリティコード'],
  zh: ['卡号', '有效期', '安全码'],
  ar: ['رقم البطاقة', 'تاريخ الانتهاء', 'رمز الأمان'],
  he: ['מספר כרטיס', 'תוקף', 'קוד אבטחה'],
};

/** Translates the labels. Everything else in the frame stays English. */
export function applyLocale(locale) {
  const labels = Object.hasOwn(LABELS, locale) ? LABELS[locale] : null;
  ['number', 'expiry', 'cvc'].forEach((id, index) => {
    const label = document.querySelector(`label[for="${id}"]`);
    if (!label || !labels) return;
    label.textContent = labels[index];
    label.lang = locale;
    label.dir = 'auto';
  });
}
