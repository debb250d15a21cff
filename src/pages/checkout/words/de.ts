import type { Words } from './words.js';

/** A payment may be on its way after the end of its time: it was sent late, or with a fee that is too low. */
const NOTHING_ARRIVED =
  'Rechtzeitig ist nichts angekommen. Falls Sie schon etwas gesendet haben, zahlen Sie nicht noch einmal: Es erscheint hier, sobald es ankommt.';

/** The German texts of the page. */
export const de: Words = {
  language: 'Deutsch',
  direction: 'ltr',
  phases: {
    choose: {
      title: 'Womit möchten Sie zahlen?',
      now: 'Sobald Sie wählen, steht der Betrag fest. Bis Sie zahlen, können Sie Ihre Wahl ändern.',
    },
    waiting: {
      title: 'Ihre Zahlung steht noch aus',
      now: 'Senden Sie genau diesen Betrag an die Adresse unten.',
    },
    part: {
      title: 'Ein Teil ist angekommen',
      now: 'Was Sie gesendet haben, zählt. Senden Sie den Rest im selben Coin und Netzwerk an dieselbe Adresse. Kommt er nicht rechtzeitig an, wird das Geld sicher verwahrt, und der Händler entscheidet, was damit geschieht.',
    },
    seen: {
      title: 'Zahlung erkannt',
      now: 'Das Netzwerk bestätigt die Zahlung gerade. Sie müssen nichts mehr tun und können diese Seite schließen.',
    },
    completed: { title: 'Bezahlt', now: 'Die Zahlung ist bestätigt. Sie müssen nichts mehr tun.' },
    overpaid: {
      title: 'Bezahlt – mehr als verlangt',
      now: 'Die Zahlung ist bestätigt. Fragen Sie den Händler nach dem zu viel gezahlten Betrag.',
    },
    undecided: {
      title: 'Die Zeit ist abgelaufen',
      now: 'Senden Sie jetzt nichts mehr. Es wird noch geprüft, ob Ihre Zahlung rechtzeitig angekommen ist. Das Ergebnis erscheint hier.',
    },
    expired: {
      title: 'Diese Zahlungsaufforderung ist abgelaufen',
      now: `${NOTHING_ARRIVED} Sonst starten Sie die Zahlung beim Händler neu. Senden Sie nichts mehr an die bisherige Adresse.`,
    },
    quote_over: {
      title: 'Der Preis gilt nicht mehr',
      now: `${NOTHING_ARRIVED} Sonst rufen Sie einen neuen Preis ab, oder wählen Sie einen anderen Coin. Senden Sie nichts mehr an die bisherige Adresse.`,
    },
    late: {
      title: 'Ihre Zahlung kam zu spät',
      now: 'Der Händler entscheidet, was damit geschieht. Senden Sie nichts mehr, und schreiben Sie ihm.',
    },
    too_little: {
      title: 'Es ist zu wenig angekommen',
      now: 'Der Händler entscheidet, was damit geschieht. Senden Sie nichts mehr, und schreiben Sie ihm.',
    },
    other_asset: {
      title: 'Ein anderer Coin ist angekommen',
      now: 'Er zählt nicht für diese Zahlung: Der verlangte Betrag ist noch offen. Wenn Sie den anderen Coin zurückhaben möchten, schreiben Sie dem Händler.',
    },
    wrong_coin: {
      title: 'Ein anderer Coin ist angekommen',
      now: 'Er zählt nicht für diese Zahlung. Der Händler entscheidet, was damit geschieht. Senden Sie nichts mehr, und schreiben Sie ihm.',
    },
    arriving: {
      title: 'Ihre Zahlung wird bestätigt',
      now: 'Senden Sie nichts mehr. Sobald das Netzwerk die Zahlung bestätigt hat, steht hier, was damit geschieht.',
    },
    resolved: {
      title: 'Der Händler hat über Ihre Zahlung entschieden',
      now: 'Senden Sie nichts mehr. Schreiben Sie dem Händler, wenn etwas unklar ist.',
    },
    cancelled: {
      title: 'Der Händler hat diese Zahlung storniert',
      now: 'Senden Sie nichts an die bisherige Adresse.',
    },
    failed: {
      title: 'Das Netzwerk hat Ihre Zahlung verworfen',
      now: 'Senden Sie nichts mehr. Schreiben Sie dem Händler, und nennen Sie ihm die Transaktion.',
    },
    closed: {
      title: 'Dieser Händler nimmt zurzeit keine Zahlungen an',
      now: 'Hier wurde nichts bezahlt. Fragen Sie den Händler, wie Sie zahlen können.',
    },
    other_choice: {
      title: 'Eine andere Auswahl gilt',
      now: 'Senden Sie nichts an die Adresse dieser Auswahl. Falls Sie schon etwas gesendet haben, wird weiter danach gesucht. Die Zahlung läuft auf einer anderen Seite weiter.',
    },
  },
  pageTitle: (amount, merchant) => `${amount} an ${merchant}`,
  payTo: (merchant) => `An ${merchant} zahlen`,
  rate: (symbol, price) => `1 ${symbol} = ${price}`,
  onlyOn: ['Nur', 'auf'],
  sendExactly: 'Senden Sie genau',
  stillMissing: 'Es fehlen noch',
  received: (amount) => `${amount} eingegangen`,
  address: 'An diese Adresse',
  copy: 'Kopieren',
  copyAmount: 'Betrag kopieren',
  copyAddress: 'Adresse kopieren',
  scan: (chain) =>
    `Mit der Wallet scannen. Der Betrag ist im Code enthalten. Prüfen Sie, ob Ihre Wallet das Netzwerk ${chain} anzeigt.`,
  scanThenAmount: 'Die Adresse mit der Wallet scannen, dann den Betrag eingeben.',
  openInWallet: 'In der Wallet öffnen',
  codeWithAmount: 'Code mit dem Betrag',
  codeWithAmountNote:
    'Manche Wallets lesen diesen Code falsch. Prüfen Sie vor dem Senden, ob Ihre Wallet die Adresse oben und den vollen Betrag anzeigt.',
  token: 'Token-Vertrag',
  fromExchange: 'Zahlen Sie von einer Börse?',
  fromExchangeNote: (amount) =>
    `Eine Börse kann ihre Gebühr vom gesendeten Betrag abziehen. Rechnen Sie diese hinzu, damit mindestens ${amount} ankommen.`,
  timeLeft: 'Verbleibende Zeit',
  until: (clock) => `bis ${clock}`,
  steps: ['Zahlen', 'Erkannt', 'Bestätigt'],
  sent: 'Gesendet',
  progress: 'Fortschritt der Zahlung',
  confirmations: (count, required) => `${count} von ${required} Bestätigungen`,
  aboutSeconds: (seconds) => `etwa ${seconds} s`,
  aboutMinutes: (minutes) => `etwa ${minutes} min`,
  transaction: 'Transaktion',
  showTransaction: 'Im Explorer ansehen',
  backTo: (merchant) => `Zurück zu ${merchant}`,
  toPayment: 'Zur Zahlungsseite',
  backSoon: 'Gleich geht es zurück.',
  stay: 'Hier bleiben',
  receipt: 'Beleg',
  contact: (merchant) => `An ${merchant} schreiben`,
  giveBack: 'Geben Sie diese Nummer an',
  nobodyToAsk: (merchant) => `Schreiben Sie an ${merchant}, und geben Sie diese Nummer an.`,
  chooseCoin: 'Coin und Netzwerk',
  changeChoice: 'Mit einem anderen Coin zahlen',
  chooseAnew: 'Neuer Preis oder anderer Coin',
  chosen: 'Gewählt',
  renewQuote: 'Neuen Preis abrufen',
  chooseIfUnsent: 'Wenn Sie nichts gesendet haben, müssen Sie nicht warten: Wählen Sie neu.',
  choiceRefused:
    'Diese Auswahl ist gerade nicht möglich. Wählen Sie einen anderen Coin, oder versuchen Sie es in einer Minute noch einmal.',
  fees: {
    under_cent: 'unter 1\u00a0ct Gebühr',
    cents: 'einige Cent Gebühr',
    dollars: 'einige Dollar Gebühr',
    none: 'ohne Gebühr',
  },
  noPrice: 'Zurzeit kein Preis',
  choiceBehind: (chain) => `${chain} ist verzögert: Zahlungen erscheinen später`,
  choiceHalted: (chain) => `${chain} wird gerade geprüft: zurzeit nicht möglich`,
  moreChoices: 'Weitere Coins und Netzwerke',
  chainHalted: (chain) =>
    `${chain} wird gerade geprüft. Was Sie gesendet haben, ist sicher; es kann länger dauern, bis es hier erscheint.`,
  sendLater: 'Senden Sie nichts, solange dieser Hinweis hier steht.',
  chainBehind: (chain) =>
    `Daten von ${chain} kommen gerade verzögert an. Eine Zahlung kann hier später erscheinen.`,
  connectionLost: 'Keine Verbindung. Sobald sie wieder da ist, aktualisiert sich diese Seite von selbst.',
  reload: 'Seite neu laden',
  noScript: 'Ohne JavaScript aktualisiert sich diese Seite nicht von selbst.',
  localCoins: 'Testinstallation: Diese Coins sind wertlos.',
  payAsDemo: 'Als Demokunde zahlen',
  demoNote: 'Löst eine echte Transaktion auf der lokalen Chain aus.',
  demoSent: 'Der Demokunde hat die Zahlung gesendet. Sie erscheint hier, sobald sie erkannt ist.',
  noSuchPage: {
    title: 'Diese Seite gibt es nicht',
    now: 'Prüfen Sie den Link, oder holen Sie sich beim Händler einen neuen. Hier wurde nichts bezahlt.',
  },
  tooMany: {
    title: 'Zu viele Anfragen',
    now: 'Warten Sie eine Minute, und laden Sie diese Seite neu. Ihre Zahlung ist davon nicht betroffen.',
  },
  ourFault: {
    title: 'Diese Seite lässt sich gerade nicht anzeigen',
    now: 'Senden Sie noch nichts. Laden Sie diese Seite in einer Minute neu. Was Sie schon gesendet haben, ist nicht verloren.',
  },
  requestId: 'Anfragenummer',
  came: (amount, symbol, chain) => `${amount} ${symbol} auf ${chain}:`,
  money: {
    undone: 'vom Netzwerk verworfen.',
    awaited: 'angekommen, wird gerade bestätigt.',
    held: 'angekommen und sicher verwahrt.',
    accepted: 'vom Händler angenommen.',
    returned: 'geht an Sie zurück.',
  },
  sentBack: 'an Sie zurückgesandt mit der Transaktion',
  besidesNote: 'Das gehört nicht zu dieser Zahlung. Schreiben Sie deswegen dem Händler.',
  elsewhereCame: (amount, symbol, chain) =>
    `Für eine andere Auswahl kamen ${amount} ${symbol} auf ${chain} an.`,
  elsewhereNote:
    'Das zählt nicht für diese Zahlung. Der Händler entscheidet, was damit geschieht. Schreiben Sie ihm.',
  undone:
    'Das Netzwerk hat eine Ihrer Zahlungen verworfen. Meist taucht sie nach wenigen Minuten von selbst wieder auf.',
  undonePayAgain: 'Zahlen Sie nur dann noch einmal, wenn Ihre Wallet die Zahlung als fehlgeschlagen anzeigt.',
  expiredUndone:
    'Senden Sie jetzt nichts. Wenn Ihre Zahlung nicht innerhalb einer Stunde wieder auftaucht, schreiben Sie dem Händler.',
  neverChosen: {
    cancelled:
      'Es wurde nichts bezahlt. Wenn Sie noch zahlen möchten, bitten Sie den Händler um eine neue Zahlungsaufforderung.',
    expired: 'Es wurde nichts bezahlt. Starten Sie die Zahlung beim Händler neu.',
  },
  lastPriceOver: `${NOTHING_ARRIVED} Ein neuer Preis ist hier nicht mehr möglich. Wenn Sie nichts gesendet haben, starten Sie die Zahlung beim Händler neu. Senden Sie nichts mehr an die bisherige Adresse.`,
  paidOtherwise: {
    title: 'Mit einer anderen Auswahl bezahlt',
    now: 'Senden Sie hier nichts. Falls Sie schon etwas an diese Adresse gesendet haben, wird weiter danach gesucht. Schreiben Sie deswegen dem Händler.',
  },
  overpaidBy: 'Zu viel gezahlt',
  receiptRows: {
    description: 'Für',
    amount: 'Rechnungsbetrag',
    received: 'Eingegangen',
    rate: 'Kurs',
    network: 'Netzwerk',
    address: 'Adresse',
    transaction: 'Transaktion',
    created: 'Erstellt',
    paid: 'Gezahlt',
    completed: 'Bestätigt',
    number: 'Zahlungsnummer',
    contact: 'Kontakt',
    worth: 'Gegenwert',
  },
  utc: 'UTC',
};
