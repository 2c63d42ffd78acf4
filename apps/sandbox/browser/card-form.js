// The card fields: formatting, validation and messages. The element and the hosted page share them.

const BRANDS = [
  { name: 'American Express', short: 'AMEX', test: /^3[47]/, groups: [4, 6, 5], cvc: 4 },
  { name: 'Diners Club', short: 'DINERS', test: /^3(?:0[0-5]|[68])/, groups: [4, 6, 4], cvc: 3 },
  { name: 'Visa', short: 'VISA', test: /^4/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'Mastercard', short: 'MC', test: /^(?:5[1-5]|2[2-7])/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'Discover', short: 'DISC', test: /^6(?:011|4[4-9]|5)/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'JCB', short: 'JCB', test: /^35/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'UnionPay', short: 'UP', test: /^62/, groups: [4, 4, 4, 4], cvc: 3 },
];
const UNKNOWN = { name: '', short: '', groups: [4, 4, 4, 4], cvc: 3 };

const digitsOf = (text) => text.replace(/\D/g, '');
const brandOf = (number) => BRANDS.find((brand) => brand.test.test(number)) ?? UNKNOWN;
const lengthOf = (brand) => brand.groups.reduce((sum, size) => sum + size, 0);

function group(number, sizes) {
  const parts = [];
  let at = 0;
  for (const size of sizes) {
    if (at >= number.length) break;
    parts.push(number.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

function passesLuhn(number) {
  let sum = 0;
  [...number].reverse().forEach((char, i) => {
    const digit = Number(char) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  });
  return sum % 10 === 0;
}

/** Sets the formatted value; the caret stays behind the same digit. */
function rewrite(input, format) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const next = format(digitsOf(input.value));
  if (next === input.value) return;
  input.value = next;
  if (document.activeElement !== input) return;
  let at = 0;
  for (let seen = 0; at < next.length && seen < before; at++) if (/\d/.test(next[at])) seen++;
  if (before === digitsOf(next).length) at = next.length;
  input.setSelectionRange(at, at);
}

const formatNumber = (digits) => {
  const brand = brandOf(digits);
  return group(digits.slice(0, lengthOf(brand)), brand.groups);
};

const formatExpiry = (digits) => {
  const text = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const month = text.slice(0, 2);
  const year =
    text.length > 4 && text.slice(2, 4) === '20' ? text.slice(4, 6) || '20' : text.slice(2, 4);
  return month.length < 2 ? month : year ? `${month} / ${year}` : month;
};

function checkNumber(number) {
  if (number === '') return 'Enter your card number.';
  if (number.length < Math.min(14, lengthOf(brandOf(number))))
    return 'Your card number is incomplete.';
  if (number.length < lengthOf(brandOf(number))) return 'Your card number is incomplete.';
  return passesLuhn(number) ? null : 'Your card number is invalid.';
}

function checkExpiry(digits) {
  if (digits === '') return 'Enter the expiry date.';
  if (digits.length < 4) return 'The expiry date is incomplete.';
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2, 4));
  const now = new Date();
  if (month < 1 || month > 12) return 'The expiry month is invalid.';
  if (year > now.getFullYear() + 50) return 'The expiry year is invalid.';
  const past =
    year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
  return past ? 'The expiry date is in the past.' : null;
}

function checkCvc(cvc, number) {
  if (cvc === '') return 'Enter the security code.';
  return cvc.length < brandOf(number).cvc ? 'The security code is incomplete.' : null;
}

/** Controls the card fields of a form; calls `onChange` when they become empty, complete or neither. */
export function cardForm(root, onChange = () => {}) {
  const fields = {
    number: root.querySelector('#number'),
    expiry: root.querySelector('#expiry'),
    cvc: root.querySelector('#cvc'),
  };
  const badge = root.querySelector('#brand');
  const numberOf = () => digitsOf(fields.number.value);
  const checks = {
    number: () => checkNumber(numberOf()),
    expiry: () => checkExpiry(digitsOf(fields.expiry.value)),
    cvc: () => checkCvc(digitsOf(fields.cvc.value), numberOf()),
  };

  function show(name, message) {
    const slot = root.querySelector(`#${name}-error`);
    slot.textContent = message ?? '';
    fields[name].setAttribute('aria-invalid', message ? 'true' : 'false');
  }

  let reported = '';
  function report() {
    const state = {
      empty: Object.values(fields).every((input) => input.value === ''),
      complete: Object.values(checks).every((check) => check() === null),
    };
    if (reported === JSON.stringify(state)) return;
    reported = JSON.stringify(state);
    onChange(state);
  }

  const onInput = {
    number() {
      rewrite(fields.number, formatNumber);
      const brand = brandOf(numberOf());
      badge.textContent = brand.short;
      badge.hidden = brand.short === '';
      fields.cvc.maxLength = brand.cvc;
      if (numberOf().length === lengthOf(brand) && checks.number() === null) fields.expiry.focus();
    },
    expiry() {
      rewrite(fields.expiry, formatExpiry);
      if (digitsOf(fields.expiry.value).length === 4 && checks.expiry() === null)
        fields.cvc.focus();
    },
    cvc() {
      rewrite(fields.cvc, (digits) => digits.slice(0, brandOf(numberOf()).cvc));
    },
  };

  for (const [name, input] of Object.entries(fields)) {
    input.addEventListener('input', (event) => {
      // Formatting here would restore the separator that the payer deletes.
      const deleting = event.inputType?.startsWith('delete');
      if (!(deleting && name === 'expiry')) onInput[name]();
      if (input.getAttribute('aria-invalid') === 'true') show(name, checks[name]());
      report();
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') show(name, checks[name]());
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Backspace' || input.value !== '') return;
      const order = Object.values(fields);
      order[order.indexOf(input) - 1]?.focus();
    });
  }

  return {
    /** Shows all errors, focuses the first invalid field and returns its error; null if all are valid. */
    validate() {
      let first = null;
      for (const name of Object.keys(fields)) {
        const message = checks[name]();
        show(name, message);
        if (message && !first) first = { name, message };
      }
      if (first) fields[first.name].focus();
      return first;
    },
    /** The card as parameters of the API, in `payment_method_data`. */
    data() {
      const expiry = digitsOf(fields.expiry.value);
      return {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': numberOf(),
        'payment_method_data[card][exp_month]': String(Number(expiry.slice(0, 2))),
        'payment_method_data[card][exp_year]': `20${expiry.slice(2, 4)}`,
        'payment_method_data[card][cvc]': digitsOf(fields.cvc.value),
      };
    },
    /** Shows an error of the API at the field that caused it. */
    showError(error) {
      const field = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' }[
        error?.param
      ];
      const name =
        field ??
        { incorrect_number: 'number', expired_card: 'expiry', incorrect_cvc: 'cvc' }[error?.code];
      if (name) show(name, error.message);
    },
    clear() {
      for (const [name, input] of Object.entries(fields)) {
        input.value = '';
        show(name, null);
      }
      badge.hidden = true;
      report();
    },
    focus: () => fields.number.focus(),
    setDisabled(disabled) {
      for (const input of Object.values(fields)) input.readOnly = disabled;
    },
  };
}
