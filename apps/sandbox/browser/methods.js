// The choice between payment methods in the frame of the payment element, and their forms.

const digitsIn = (text) => text.replaceAll(/\D/g, '');

/** The fields of a direct debit, each with the check of its value. */
const DEBIT_CHECKS = {
  'account-name': (value) => (value.trim() === '' ? 'Enter the name of the account holder.' : null),
  'sort-code': (value) => (digitsIn(value).length === 6 ? null : 'Enter the 6 digits.'),
  'account-number': (value) => (digitsIn(value).length === 8 ? null : 'Enter the 8 digits.'),
};

/** Controls the fields of a direct debit, as `cardForm` those of a card. */
function debitForm(root) {
  const inputOf = (name) => root.querySelector(`#${name}`);
  const names = Object.keys(DEBIT_CHECKS);
  const errorOf = (name) => DEBIT_CHECKS[name](inputOf(name).value);
  function show(name, message) {
    root.querySelector(`#${name}-error`).textContent = message ?? '';
    inputOf(name).setAttribute('aria-invalid', message ? 'true' : 'false');
  }
  for (const name of names) {
    inputOf(name).addEventListener('input', () => {
      if (inputOf(name).getAttribute('aria-invalid') === 'true') show(name, errorOf(name));
    });
  }
  return {
    validate() {
      for (const name of names) show(name, errorOf(name));
      const name = names.find((field) => errorOf(field) !== null);
      if (!name) return null;
      inputOf(name).focus();
      return { name, message: errorOf(name) };
    },
    data: () => ({
      'payment_method_data[type]': 'bacs_debit',
      'payment_method_data[bacs_debit][sort_code]': digitsIn(inputOf('sort-code').value),
      'payment_method_data[bacs_debit][account_number]': digitsIn(inputOf('account-number').value),
      'payment_method_data[billing_details][name]': inputOf('account-name').value.trim(),
    }),
    showError(error) {
      if (error?.code === 'bank_account_unusable') show('account-number', error.message);
    },
    clear() {
      for (const name of names) {
        inputOf(name).value = '';
        show(name, null);
      }
    },
    focus: () => inputOf('account-name').focus(),
    setDisabled(disabled) {
      for (const name of names) inputOf(name).readOnly = disabled;
    },
  };
}

/** The form of a payment method without fields. */
const emptyForm = (root, data) => ({
  validate: () => null,
  data: () => data,
  showError() {},
  clear() {},
  focus: () => root.querySelector('[name="method"]:checked').focus(),
  setDisabled() {},
});

/** Controls the choice between a card, with the given form, and the methods that `offer` shows. */
export function methodForms(root, card) {
  const forms = {
    card,
    google_pay: emptyForm(root, {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': 'tok_sandbox_wallet',
    }),
    pay_by_bank: emptyForm(root, { 'payment_method_data[type]': 'pay_by_bank' }),
    bacs_debit: debitForm(root),
  };
  const choices = [...root.querySelectorAll('[name="method"]')];
  const selected = () => choices.find((choice) => choice.checked).value;
  function showSelected() {
    for (const panel of root.querySelectorAll('[data-method]'))
      panel.hidden = panel.dataset.method !== selected();
  }
  for (const choice of choices) choice.addEventListener('change', showSelected);
  return {
    /** Offers the payment methods of these types, and a wallet next to them. */
    offer(types) {
      for (const choice of choices)
        choice.parentElement.hidden = ![...types, 'google_pay'].includes(choice.value);
      root.querySelector('#methods').hidden = types.length < 2;
    },
    get selected() {
      return selected();
    },
    get form() {
      return forms[selected()];
    },
  };
}
