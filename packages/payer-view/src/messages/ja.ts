import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `${merchant} へのお支払い`,
  language: '言語',
  close: '閉じる',
  testMode: 'テストモード：実際の請求はありません',
  itemsLabel: 'ご注文内容',
  quantity: (count) => `× ${count}`,
  unitPrice: (count, amount) => `${amount} × ${count}`,
  pieces: (count) => `数量：${count}`,
  moreItems: (count) => `その他の商品：${count}`,
  total: '合計',
  dueToday: '本日のお支払い額',
  per: {
    day: (charge) => `1日あたり ${charge}`,
    week: (charge) => `1週間あたり ${charge}`,
    month: (charge) => `1か月あたり ${charge}`,
    year: (charge) => `1年あたり ${charge}`,
  },
  every: {
    day: (charge, span) => `${span}ごとに ${charge}`,
    week: (charge, span) => `${span}ごとに ${charge}`,
    month: (charge, span) => `${span}ごとに ${charge}`,
    year: (charge, span) => `${span}ごとに ${charge}`,
  },
  thenCharges: (charges) => `以降は解約されるまで、${charges}が請求されます。`,
  freeDays: (days, charges) => `${days}間無料。以降は解約されるまで、${charges}が請求されます。`,
  freeUntil: (day, charges) => `${day}まで無料。以降は解約されるまで、${charges}が請求されます。`,
  email: 'メールアドレス',
  emailInvalid: 'メールアドレスを入力してください（例：ada@example.com）。',
  onProvider: '決済サービスのページでお支払いいただき、その後このページに戻ります。',
  expires: (when) => `このリンクは${when}に有効期限が切れます。`,
  cardLabel: 'カード情報',
  cardLoading: '安全なカード入力フォームを読み込んでいます…',
  pay: (amount) => `${amount} を支払う`,
  paying: (amount) => `${amount} を処理しています…`,
  startTrial: '無料トライアルを開始',
  saveCard: 'このカードを保存',
  saving: 'カードを保存しています…',
  continueToPay: (amount) => `${amount} の支払いに進む`,
  continueToTrial: '無料トライアルに進む',
  continuing: '決済ページを開いています…',
  openPaymentPage: '決済ページを開く',
  continueToBank: '銀行の認証に進む',
  chooseAnother: '別のお支払い方法を選ぶ',
  backTo: (merchant) => `${merchant} に戻る`,
  leaving: (merchant, when) => `${when}に ${merchant} に戻ります。`,
  stay: 'このページにとどまる',
  tryAgain: '再試行',
  tryAgainLater: (when) => `${when}に再試行`,
  checkAgain: '再確認',
  contact: (merchant) => `${merchant} へのお問い合わせ：`,
  helpPage: 'ヘルプページ',
  termsLink: '利用規約',
  privacyLink: 'プライバシーポリシー',
  reference: (id) => `参照番号：${id}`,
  noScript:
    '請求は発生していません。カード入力フォームには JavaScript が必要です。このページで有効にしてから再読み込みしてください。',
  security: 'カード情報は決済サービスに直接送信されます。',

  states: {
    paid: {
      heading: (amount) => `${amount} のお支払いが完了しました。`,
      text: (merchant) => `${merchant} に通知しました。このページを閉じていただけます。`,
    },
    nothingDue: {
      heading: () => '請求は発生していません。現在お支払いいただく金額はありません。',
      text: (merchant) => `${merchant} に通知しました。このページを閉じていただけます。`,
    },
    trialBegun: {
      heading: () => '請求は発生していません。無料トライアルが始まりました。',
      text: (merchant) => `${merchant} に通知しました。このページを閉じていただけます。`,
    },
    unfulfilled: {
      heading: (amount) => `${amount} のお支払いは完了しましたが、ご注文を完了できませんでした。`,
      text: (merchant) =>
        `${merchant} に通知しました。返金については販売者にお問い合わせください。`,
    },
    partlyRefunded: {
      text: (refunded) => `このうち ${refunded} が返金されました。`,
    },
    returned: {
      heading: (amount) => `${amount} のお支払いは返金されました。`,
    },
    disputed: {
      heading: (amount) => `${amount} のお支払いに異議が申し立てられています。`,
      text: () => '銀行が異議申し立てを審査しています。',
    },
    processing: {
      heading: () => 'お支払いを処理しています。',
      text: () => 'このページは自動的に更新されます。もう一度支払わないでください。',
      later: (merchant) =>
        `お支払い方法によっては、数日かかることがあります。もう一度支払わないでください。このページを閉じていただけます。お支払いが完了すると ${merchant} に通知されます。`,
    },
    slow: {
      heading: () => 'お支払いの処理が続いています。',
      text: (merchant) =>
        `通常より時間がかかっています。もう一度支払わないでください。このページを閉じていただけます。お支払いが完了すると ${merchant} に通知されます。`,
    },
    unsure: {
      heading: () => '請求が行われたかどうか、まだ確認できていません。',
      text: () =>
        'お支払いの途中で接続が切れました。決済サービスに確認しています。もう一度支払わず、このページを開いたままにしてください。',
    },
    actionRequired: {
      heading: () => '請求はまだ発生していません。銀行でお支払いを認証してください。',
      text: (amount) => `銀行が ${amount} のお支払いの認証を求めています。`,
    },
    underReview: {
      heading: () => 'ご注文内容と一致しないお支払いを受け取りました。',
      text: (merchant) => `${merchant} が確認しています。もう一度支払わないでください。`,
    },
    expired: {
      heading: () => '請求は発生していません。このお支払いリンクは有効期限が切れています。',
      text: (merchant) => `新しいリンクを ${merchant} にご依頼ください。`,
    },
    canceled: {
      heading: () => '請求は発生していません。このお支払いはキャンセルされました。',
      text: (merchant) => `再度購入される場合は、新しいリンクを ${merchant} にご依頼ください。`,
    },
    blocked: {
      heading: () => '請求は発生していません。拒否されたお支払いが多すぎます。',
    },
    refunding: {
      heading: () => 'お支払いを返金しています。ご注文はキャンセルされました。',
      text: (merchant) => `返金の時期は ${merchant} にお問い合わせください。`,
    },
    waiting: {
      heading: (merchant) => `請求は発生していません。${merchant} がお支払いを準備しています。`,
      text: () => '準備ができると自動的に次に進みます。このページを開いたままにしてください。',
    },
    notPayable: {
      heading: () => '請求は発生していません。現在お支払いできません。',
      text: (merchant) =>
        `続く場合は、${merchant} にお問い合わせください。準備ができると自動的に次に進みます。`,
    },
    cardMissing: {
      heading: () => '請求は発生していません。無料トライアルが始まりました。',
      text: () => 'トライアル終了後のお支払いに使うカードを追加してください。',
    },
  },

  challenge: {
    heading: '人間による操作であることを確認してください。',
    text: 'この確認は自動プログラムを防ぐためのものです。完了すると、お支払いに進めます。',
  },

  receipt: {
    link: 'お支払い明細を表示',
    title: (merchant) => `${merchant} お支払い明細`,
    print: '印刷',
    status: 'お支払い状況',
    paid: '支払い済み',
    partlyRefunded: '一部返金済み',
    refunded: '返金済み',
    disputed: '異議申し立て',
    reference: '参照番号',
    datePaid: 'お支払い日時',
    item: '内容',
    quantity: '数量',
    amount: '金額',
    subtotal: '小計',
    discount: '割引',
    shipping: '送料',
    tax: '税金',
    added: '税・送料・割引',
    note: 'この明細はお支払いを確認するものです。適格請求書や領収書ではありません。',
  },

  notices: {
    declined: '請求は発生していません。カードが拒否されました。',
    failed: '請求は発生していません。お支払いに失敗しました。',
    priceChanged: (before, after) =>
      `請求は発生していません。金額が ${before} から ${after} に変更されました。合計を確認してからお支払いください。`,
    priceUpdated:
      '請求は発生していません。金額が変更されました。合計を確認してからお支払いください。',
    cartChanged:
      '請求は発生していません。ご注文内容が変更されました。確認してからお支払いください。',
    notCharged: '請求は発生していません。しばらくしてからもう一度お試しください。',
    offline: '請求は発生していません。オフラインです。接続してからもう一度お試しください。',
    cardFailed: (host) =>
      `請求は発生していません。カード入力フォームを読み込めませんでした。接続を確認し、${host} がブロックされている場合は許可してください。`,
    challengeFailed: '請求は発生していません。確認に失敗しました。もう一度お試しください。',
    challengeNotLoaded: (host) =>
      `請求は発生していません。確認画面を読み込めませんでした。接続を確認し、${host} がブロックされている場合は許可してください。`,
    providerUnavailable: '請求は発生していません。カード入力フォームは現在ご利用いただけません。',
  },

  declines: {
    insufficientFunds: 'カードの残高が不足しています。別のカードをご利用ください。',
    expired: 'カードの有効期限が切れています。別のカードをご利用ください。',
    number: 'カード番号が正しくありません。確認してもう一度お試しください。',
    expiry: '有効期限が正しくありません。確認してもう一度お試しください。',
    cvc: 'セキュリティコードが正しくありません。確認してもう一度お試しください。',
    postcode: '住所がカードの登録情報と一致しません。確認してもう一度お試しください。',
    limit:
      'カードの利用限度額に達しています。別のカードをご利用いただくか、後でもう一度お試しください。',
    unsupported: 'このカードではこの種類のお支払いができません。別のカードをご利用ください。',
    currency: 'このカードではこの通貨をご利用いただけません。別のカードをご利用ください。',
    authentication:
      '銀行が本人確認を完了できませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
    callBank:
      '銀行から理由が示されていません。銀行にお問い合わせいただくか、別のカードをご利用ください。',
    tryLater:
      'カードネットワークがお支払いを処理できませんでした。しばらくしてからもう一度お試しください。',
    duplicate: '同じお支払いが先ほど行われました。再試行する前にご確認ください。',
    testCard:
      'これはテストのお支払いです。4242 4242 4242 4242 などのテストカードをご利用ください。',
    pin: '暗証番号が正しくないか、入力回数の上限を超えました。別のカードをご利用ください。',
    other: '別のカードをご利用いただくか、銀行にお問い合わせください。',
  },

  notFound: {
    heading:
      'このページを開いたことによる請求はありません。このリンクに対応するお支払いはありません。',
    text: 'リンクが途中で切れていないか確認するか、送信者に新しいリンクをご依頼ください。すでにお支払いがお済みの場合は、もう一度支払わないでください。',
  },
  unavailable: {
    heading: 'このページを開いたことによる請求はありません。現在このページは表示できません。',
    text: 'しばらくしてからもう一度お試しください。すでにお支払いがお済みの場合は、もう一度支払わないでください。このページにお支払いが表示されます。',
  },
  root: {
    heading: 'Parley でのお支払い',
    text: 'お支払いには、販売者から届いたリンクを開いてください。',
  },
};
