import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `תשלום אל ${merchant}`,
  language: 'שפה',
  close: 'סגירה',
  testMode: 'מצב בדיקה: ללא כסף אמיתי',
  itemsLabel: 'ההזמנה שלך',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `כמות: ${count}`,
  moreItems: (count) => `פריטים נוספים: ${count}`,
  total: 'סה״כ',
  dueToday: 'לתשלום היום',
  per: {
    day: (charge) => `${charge} ליום`,
    week: (charge) => `${charge} לשבוע`,
    month: (charge) => `${charge} לחודש`,
    year: (charge) => `${charge} לשנה`,
  },
  every: {
    day: (charge, span) => `${charge} כל ${span}`,
    week: (charge, span) => `${charge} כל ${span}`,
    month: (charge, span) => `${charge} כל ${span}`,
    year: (charge, span) => `${charge} כל ${span}`,
  },
  thenCharges: (charges) => `לאחר מכן ${charges}, עד לביטול.`,
  freeDays: (days, charges) => `חינם למשך ${days}, לאחר מכן ${charges}, עד לביטול.`,
  freeUntil: (day, charges) => `חינם עד ${day}, לאחר מכן ${charges}, עד לביטול.`,
  email: 'כתובת אימייל',
  emailInvalid: 'יש להזין כתובת אימייל, למשל ada@example.com.',
  onProvider: 'התשלום מתבצע בדף של ספק התשלומים, ולאחריו חוזרים לכאן.',
  expires: (when) => `תוקף הקישור יפוג ${when}.`,
  cardLabel: 'פרטי כרטיס',
  cardLoading: 'טופס הכרטיס המאובטח נטען…',
  pay: (amount) => `לתשלום ${amount}`,
  paying: (amount) => `מתבצע תשלום של ${amount}…`,
  startTrial: 'התחלת תקופת הניסיון בחינם',
  saveCard: 'שמירת הכרטיס',
  saving: 'הכרטיס נשמר…',
  continueToPay: (amount) => `המשך לתשלום ${amount}`,
  continueToTrial: 'המשך לתקופת הניסיון בחינם',
  continuing: 'דף התשלום נפתח…',
  openPaymentPage: 'פתיחת דף התשלום',
  continueToBank: 'המשך אל הבנק',
  chooseAnother: 'בחירת אמצעי תשלום אחר',
  backTo: (merchant) => `חזרה אל ${merchant}`,
  leaving: (merchant, when) => `חזרה אל ${merchant} ${when}.`,
  stay: 'הישארות בדף זה',
  tryAgain: 'ניסיון נוסף',
  tryAgainLater: (when) => `ניסיון נוסף ${when}`,
  checkAgain: 'בדיקה נוספת',
  contact: (merchant) => `יצירת קשר עם ${merchant}:`,
  helpPage: 'דף עזרה',
  termsLink: 'תנאי שימוש',
  privacyLink: 'מדיניות פרטיות',
  reference: (id) => `מספר סימוכין: ${id}`,
  noScript: 'לא בוצע חיוב. טופס הכרטיס דורש JavaScript. יש לאפשר אותו בדף זה ולטעון את הדף מחדש.',
  security: 'פרטי הכרטיס נשלחים ישירות לספק התשלומים.',

  states: {
    paid: {
      heading: (amount) => `התשלום בסך ${amount} הושלם.`,
      text: (merchant) => `נשלחה הודעה אל ${merchant}. אפשר לסגור את הדף.`,
    },
    nothingDue: {
      heading: () => 'לא בוצע חיוב. אין כרגע מה לשלם.',
      text: (merchant) => `נשלחה הודעה אל ${merchant}. אפשר לסגור את הדף.`,
    },
    trialBegun: {
      heading: () => 'לא בוצע חיוב. תקופת הניסיון בחינם התחילה.',
      text: (merchant) => `נשלחה הודעה אל ${merchant}. אפשר לסגור את הדף.`,
    },
    unfulfilled: {
      heading: (amount) => `התשלום בסך ${amount} הושלם, אך לא ניתן היה להשלים את ההזמנה.`,
      text: (merchant) => `נשלחה הודעה אל ${merchant}. יש לפנות לבית העסק בנוגע להחזר.`,
    },
    partlyRefunded: {
      text: (refunded) => `מתוכו הוחזרו ${refunded}.`,
    },
    returned: {
      heading: (amount) => `התשלום בסך ${amount} הוחזר.`,
    },
    disputed: {
      heading: (amount) => `התשלום בסך ${amount} נמצא בהכחשת עסקה.`,
      text: () => 'הבנק בודק את הכחשת העסקה.',
    },
    processing: {
      heading: () => 'התשלום בעיבוד.',
      text: () => 'הדף מתעדכן אוטומטית. אין לשלם שוב.',
      later: (merchant) =>
        `בהתאם לאמצעי התשלום, העיבוד עשוי להימשך כמה ימים. אין לשלם שוב. אפשר לסגור את הדף. תישלח הודעה אל ${merchant} כשהתשלום יושלם.`,
    },
    slow: {
      heading: () => 'התשלום עדיין בעיבוד.',
      text: (merchant) =>
        `העיבוד נמשך יותר מהרגיל. אין לשלם שוב. אפשר לסגור את הדף. תישלח הודעה אל ${merchant} כשהתשלום יושלם.`,
    },
    unsure: {
      heading: () => 'עדיין לא ידוע אם בוצע חיוב.',
      text: () =>
        'החיבור נותק במהלך התשלום. אנחנו בודקים מול ספק התשלומים. אין לשלם שוב, ויש להשאיר את הדף פתוח.',
    },
    actionRequired: {
      heading: () => 'עדיין לא בוצע חיוב. יש לאשר את התשלום מול הבנק.',
      text: (amount) => `הבנק מבקש לאשר את התשלום בסך ${amount}.`,
    },
    underReview: {
      heading: () => 'קיבלנו תשלום שאינו תואם להזמנה זו.',
      text: (merchant) => `התשלום בבדיקה אצל ${merchant}. אין לשלם שוב.`,
    },
    expired: {
      heading: () => 'לא בוצע חיוב. תוקף קישור התשלום פג.',
      text: (merchant) => `יש לבקש קישור חדש מ־${merchant}.`,
    },
    canceled: {
      heading: () => 'לא בוצע חיוב. התשלום בוטל.',
      text: (merchant) => `לקנייה נוספת יש לבקש קישור חדש מ־${merchant}.`,
    },
    blocked: {
      heading: () => 'לא בוצע חיוב. יותר מדי תשלומים נדחו.',
    },
    refunding: {
      heading: () => 'התשלום מוחזר. ההזמנה בוטלה.',
      text: (merchant) => `לבירור מועד קבלת הכסף יש לפנות אל ${merchant}.`,
    },
    waiting: {
      heading: (merchant) => `לא בוצע חיוב. התשלום בהכנה אצל ${merchant}.`,
      text: () => 'הדף ימשיך אוטומטית כשהתשלום יהיה מוכן. יש להשאיר אותו פתוח.',
    },
    notPayable: {
      heading: () => 'לא בוצע חיוב. לא ניתן לשלם כרגע.',
      text: (merchant) =>
        `אם המצב לא משתנה, יש לפנות אל ${merchant}. הדף ימשיך אוטומטית כשיהיה ניתן לשלם.`,
    },
    cardMissing: {
      heading: () => 'לא בוצע חיוב. תקופת הניסיון בחינם התחילה.',
      text: () => 'יש להוסיף כרטיס לחיובים שלאחר תקופת הניסיון.',
    },
  },

  challenge: {
    heading: 'יש לאשר שאינך רובוט.',
    text: 'הבדיקה חוסמת תוכנות אוטומטיות. לאחריה אפשר לשלם.',
  },

  receipt: {
    link: 'הצגת אישור התשלום',
    title: (merchant) => `אישור תשלום מאת ${merchant}`,
    print: 'הדפסה',
    status: 'סטטוס התשלום',
    paid: 'שולם',
    partlyRefunded: 'הוחזר בחלקו',
    refunded: 'הוחזר',
    disputed: 'העסקה הוכחשה',
    reference: 'מספר סימוכין',
    datePaid: 'תאריך התשלום',
    item: 'פריט',
    quantity: 'כמות',
    amount: 'סכום',
    subtotal: 'סכום ביניים',
    discount: 'הנחה',
    shipping: 'משלוח',
    tax: 'מיסים',
    added: 'מיסים, משלוח והנחות',
    note: 'מסמך זה מאשר את התשלום. הוא אינו חשבונית מס.',
  },

  notices: {
    declined: 'לא בוצע חיוב. הכרטיס נדחה.',
    failed: 'לא בוצע חיוב. התשלום נכשל.',
    priceChanged: (before, after) =>
      `לא בוצע חיוב. המחיר השתנה מ־${before} ל־${after}. יש לבדוק את הסכום הכולל ואז לשלם.`,
    priceUpdated: 'לא בוצע חיוב. המחיר השתנה. יש לבדוק את הסכום הכולל ואז לשלם.',
    cartChanged: 'לא בוצע חיוב. ההזמנה השתנתה. יש לבדוק אותה ואז לשלם.',
    notCharged: 'לא בוצע חיוב. אפשר לנסות שוב בעוד רגע.',
    offline: 'לא בוצע חיוב. אין חיבור לאינטרנט. יש להתחבר ולנסות שוב.',
    cardFailed: (host) =>
      `לא בוצע חיוב. טופס הכרטיס לא נטען. יש לבדוק את החיבור ולאפשר גישה אל ${host} אם היא חסומה.`,
    challengeFailed: 'לא בוצע חיוב. הבדיקה נכשלה. אפשר לנסות שוב.',
    challengeNotLoaded: (host) =>
      `לא בוצע חיוב. הבדיקה לא נטענה. יש לבדוק את החיבור ולאפשר גישה אל ${host} אם היא חסומה.`,
    providerUnavailable: 'לא בוצע חיוב. טופס הכרטיס אינו זמין כרגע.',
  },

  declines: {
    insufficientFunds: 'אין בכרטיס יתרה מספקת. יש להשתמש בכרטיס אחר.',
    expired: 'תוקף הכרטיס פג. יש להשתמש בכרטיס אחר.',
    number: 'מספר הכרטיס שגוי. יש לבדוק אותו ולנסות שוב.',
    expiry: 'תאריך התפוגה שגוי. יש לבדוק אותו ולנסות שוב.',
    cvc: 'קוד האבטחה שגוי. יש לבדוק אותו ולנסות שוב.',
    postcode: 'הכתובת אינה תואמת לכרטיס. יש לבדוק אותה ולנסות שוב.',
    limit: 'הכרטיס הגיע לתקרה. יש להשתמש בכרטיס אחר או לנסות שוב מאוחר יותר.',
    unsupported: 'הכרטיס אינו מאפשר תשלום מסוג זה. יש להשתמש בכרטיס אחר.',
    currency: 'הכרטיס אינו מאפשר מטבע זה. יש להשתמש בכרטיס אחר.',
    authentication: 'הבנק לא הצליח לאמת את זהותך. יש לנסות שוב או להשתמש בכרטיס אחר.',
    callBank: 'הבנק לא ציין סיבה. יש לפנות לבנק או להשתמש בכרטיס אחר.',
    tryLater: 'רשת הכרטיסים לא הצליחה לעבד את התשלום. אפשר לנסות שוב בעוד רגע.',
    duplicate: 'אותו תשלום בוצע לפני רגע. יש לבדוק אותו לפני ניסיון נוסף.',
    testCard: 'זהו תשלום לבדיקה. יש להשתמש בכרטיס בדיקה, למשל \u20664242 4242 4242 4242\u2069.',
    pin: 'הקוד הסודי שגוי או הוזן יותר מדי פעמים. יש להשתמש בכרטיס אחר.',
    other: 'יש להשתמש בכרטיס אחר או לפנות לבנק.',
  },

  notFound: {
    heading: 'פתיחת דף זה לא גרמה לחיוב. קישור זה אינו מוביל לתשלום.',
    text: 'יש לבדוק שהקישור שלם, או לבקש קישור חדש מהשולח. אם כבר שילמת, אין לשלם שוב.',
  },
  unavailable: {
    heading: 'פתיחת דף זה לא גרמה לחיוב. הדף אינו זמין כרגע.',
    text: 'אפשר לנסות שוב בעוד רגע. אם כבר שילמת, אין לשלם שוב: הדף יציג את התשלום שלך.',
  },
  root: {
    heading: 'תשלום באמצעות Parley',
    text: 'כדי לשלם, יש לפתוח את הקישור ששלח בית העסק.',
  },
};
