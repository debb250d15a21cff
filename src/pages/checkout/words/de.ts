import type { Words } from './words.js';

/** The page in German. */
export const de: Words = {
  language: 'Deutsch',
  direction: 'ltr',
  phases: {
    choose: {
      title: 'Womit zahlst du?',
      now: 'Sobald du wählst, steht der Betrag fest. Bis du zahlst, kannst du dich umentscheiden.',
    },
    waiting: {
      title: 'Deine Zahlung steht noch aus',
      now: 'Sende genau diesen Betrag an die Adresse unten.',
    },
    part: { title: 'Ein Teil ist angekommen', now: 'Sende den Rest an dieselbe Adresse.' },
    seen: {
      title: 'Zahlung erkannt',
      now: 'Das Netzwerk bestätigt sie gerade. Du musst nichts mehr tun und kannst diese Seite schließen.',
    },
    completed: { title: 'Bezahlt', now: 'Die Zahlung ist bestätigt. Du musst nichts mehr tun.' },
    overpaid: {
      title: 'Bezahlt, aber zu viel',
      now: 'Die Zahlung ist bestätigt. Frag den Händler nach der Differenz.',
    },
    undecided: {
      title: 'Die Zeit ist abgelaufen',
      now: 'Sende jetzt nichts mehr. Es wird noch geprüft, ob etwas von dir angekommen ist. Das Ergebnis erscheint hier.',
    },
    expired: {
      title: 'Diese Zahlungsaufforderung ist abgelaufen',
      now: 'Sende nichts mehr an die bisherige Adresse. Starte die Zahlung beim Händler neu.',
    },
    quote_over: {
      title: 'Der Preis gilt nicht mehr',
      now: 'Es wurde noch nichts bezahlt. Hol dir den aktuellen Preis oder wähle einen anderen Coin.',
    },
    late: {
      title: 'Deine Zahlung kam zu spät',
      now: 'Sie ist sicher verwahrt. Der Händler entscheidet, was damit geschieht; schreib ihm.',
    },
    too_little: {
      title: 'Es ist zu wenig angekommen',
      now: 'Das Geld ist sicher verwahrt. Der Händler entscheidet, was damit geschieht. Sende nichts mehr; schreib ihm.',
    },
    other_asset: {
      title: 'Ein anderer Coin ist angekommen',
      now: 'Er zählt nicht für diese Zahlung. Schreib dem Händler, um ihn zurückzubekommen.',
    },
    wrong_coin: {
      title: 'Ein anderer Coin ist angekommen',
      now: 'Er zählt nicht für diese Zahlung, und die Zeit ist um. Der Händler entscheidet, was damit geschieht. Sende nichts mehr; schreib ihm.',
    },
    arriving: {
      title: 'Deine Zahlung wird bestätigt',
      now: 'Die Zeit ist um. Sende nichts mehr. Sobald das Netzwerk sie bestätigt hat, steht hier, was damit geschieht.',
    },
    resolved: {
      title: 'Der Händler hat über deine Zahlung entschieden',
      now: 'Sende nichts mehr. Schreib dem Händler, wenn etwas unklar ist.',
    },
    cancelled: {
      title: 'Der Händler hat diese Zahlung storniert',
      now: 'Sende nichts an die bisherige Adresse.',
    },
    failed: {
      title: 'Das Netzwerk hat deine Zahlung verworfen',
      now: 'Sende nichts mehr. Schreib dem Händler und nenne ihm die Transaktion.',
    },
    closed: {
      title: 'Dieser Händler nimmt zurzeit keine Zahlungen an',
      now: 'Hier wurde nichts bezahlt. Frag den Händler, wie du zahlen kannst.',
    },
    other_choice: {
      title: 'Es wurde ein anderer Coin gewählt',
      now: 'Sende nichts an die Adresse, die hier stand. Was du schon gesendet hast, wird weiter gesucht. Die Zahlung läuft auf ihrer eigenen Seite.',
    },
  },
  pageTitle: (amount, merchant) => `${amount} an ${merchant}`,
  payTo: (merchant) => `An ${merchant} zahlen`,
  rate: (symbol, price) => `1 ${symbol} = ${price}`,
  onlyOn: ['Nur', 'auf'],
  onlyWarning: (symbol, chain) => `Was nicht ${symbol} auf ${chain} ist, kommt nicht als Zahlung an.`,
  sendExactly: 'Sende genau',
  stillMissing: 'Es fehlen noch',
  received: (amount) => `${amount} eingegangen`,
  address: 'An diese Adresse',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyAmount: 'Betrag kopieren',
  copyAddress: 'Adresse kopieren',
  scan: 'Mit der Wallet scannen. Der Betrag ist im Code enthalten.',
  scanThenAmount: 'Die Adresse mit der Wallet scannen, dann den Betrag eingeben.',
  openInWallet: 'In der Wallet öffnen',
  codeWithAmount: 'Code mit dem Betrag',
  codeWithAmountNote:
    'Manche Wallets lesen diesen Code falsch. Prüfe vor dem Senden, dass deine Wallet die Adresse oben und den ganzen Betrag zeigt.',
  token: 'Token-Vertrag',
  fromExchange: 'Zahlst du von einer Börse?',
  fromExchangeNote: (amount) =>
    `Eine Börse kann ihre Gebühr vom gesendeten Betrag abziehen. Rechne sie hinzu, damit mindestens ${amount} ankommt.`,
  browserWallet: 'Mit einer Wallet in diesem Browser zahlen',
  timeLeft: 'Verbleibende Zeit',
  until: (clock) => `bis ${clock}`,
  steps: ['Zahlen', 'Erkannt', 'Bestätigt'],
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
  print: 'Drucken',
  contact: (merchant) => `An ${merchant} schreiben`,
  giveBack: 'Nummer angeben',
  nobodyToAsk: (merchant) => `Schreib an ${merchant} und gib diese Nummer an.`,
  chooseCoin: 'Coin und Netzwerk',
  changeChoice: 'Mit einem anderen Coin zahlen',
  renewQuote: 'Neuen Preis holen',
  choiceRefused:
    'Diese Wahl geht gerade nicht. Nimm einen anderen Coin, oder versuch es in einer Minute noch einmal.',
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
    `${chain} wird gerade geprüft. Was du gesendet hast, ist sicher; es kann länger dauern, bis es hier erscheint.`,
  chainBehind: (chain) =>
    `Daten von ${chain} kommen gerade verzögert an. Eine Zahlung kann hier später erscheinen.`,
  connectionLost: 'Keine Verbindung. Sobald sie wieder da ist, geht es hier von selbst weiter.',
  reload: 'Seite neu laden',
  noScript: 'Ohne JavaScript aktualisiert sich diese Seite nicht von selbst.',
  localCoins: 'Testinstallation: Diese Coins sind wertlos.',
  payAsDemo: 'Als Demokunde zahlen',
  demoNote: 'Löst eine echte Transaktion auf der lokalen Chain aus.',
  noSuchPage: {
    title: 'Diese Seite gibt es nicht',
    now: 'Prüfe den Link oder hol dir beim Händler einen neuen. Hier wurde nichts bezahlt.',
  },
  tooMany: {
    title: 'Zu viele Anfragen',
    now: 'Warte eine Minute und lade diese Seite neu. Deine Zahlung ist davon nicht betroffen.',
  },
  ourFault: {
    title: 'Diese Seite lässt sich gerade nicht anzeigen',
    now: 'Sende noch nichts. Lade diese Seite in einer Minute neu. Was du schon gesendet hast, ist nicht verloren.',
  },
  requestId: 'Anfragenummer',
  came: (amount, symbol, chain) => `${amount} ${symbol} auf ${chain}:`,
  money: {
    undone: 'vom Netzwerk zurückgenommen.',
    awaited: 'angekommen, wird gerade bestätigt.',
    held: 'angekommen und sicher verwahrt.',
    accepted: 'vom Händler angenommen.',
    returned: 'geht an dich zurück.',
  },
  besidesNote: 'Das gehört nicht zu dieser Zahlung. Schreib dem Händler deswegen.',
  elsewhereCame: (amount, symbol, chain) =>
    `Für eine andere Auswahl kamen ${amount} ${symbol} auf ${chain} an.`,
  elsewhereNote:
    'Das zählt nicht für diese Zahlung. Der Händler entscheidet, was damit geschieht; schreib ihm.',
  undone:
    'Das Netzwerk hat eine Zahlung von dir verworfen. Meist taucht sie nach wenigen Minuten von selbst wieder auf.',
  undonePayAgain: 'Zahle nur dann noch einmal, wenn deine Wallet sie als fehlgeschlagen anzeigt.',
  expiredUndone:
    'Sende jetzt nichts. Wenn deine Zahlung nicht innerhalb einer Stunde wieder auftaucht, schreib dem Händler.',
  paidOtherwise: {
    title: 'Mit einem anderen Coin bezahlt',
    now: 'Sende hier nichts. Was du schon an diese Adresse gesendet hast, wird weiter gesucht; schreib dem Händler deswegen.',
  },
  overpaidBy: 'Zu viel gezahlt',
  receiptRows: {
    paidTo: 'Gezahlt an',
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
    number: 'Nummer',
    worth: 'Gegenwert',
  },
  utc: 'UTC',
};
