/** The texts of the checkout page's script. All other texts come from the server. */
export interface ScriptWords {
  readonly copied: string;
  readonly copyFailed: string;
  /** BCP 47. Figures are written in it. */
  readonly language: string;
  readonly payWith: (wallet: string) => string;
  readonly browserWallet: string;
  readonly payInTab: string;
  readonly askingWallet: (wallet: string) => string;
  readonly switching: (chain: string) => string;
  readonly confirmIn: (wallet: string, amount: string) => string;
  readonly sent: string;
  readonly offerAgain: string;
  /** A wallet was asked before the page was loaded again. */
  readonly asked: string;
  readonly offerRefused: string;
  readonly refused: string;
  readonly alreadyAsking: (wallet: string) => string;
  readonly wrongChain: (chain: string) => string;
  readonly unknownChain: (chain: string) => string;
  readonly tooLittleCoin: (has: string, needed: string) => string;
  readonly tooLittleGas: (coin: string, chain: string) => string;
  readonly changed: string;
  readonly tooLate: string;
  readonly offline: string;
  readonly noAccount: string;
  readonly walletSaid: (message: string) => string;
}

const EN: ScriptWords = {
  copied: 'Copied',
  copyFailed: 'Select and copy it by hand',
  language: 'en',
  payWith: (wallet) => `Pay with ${wallet}`,
  browserWallet: 'browser wallet',
  payInTab: 'Pay with a wallet of this browser, in a new tab',
  askingWallet: (wallet) => `Confirm the connection in ${wallet}.`,
  switching: (chain) => `Confirm the change to ${chain} in your wallet.`,
  confirmIn: (wallet, amount) => `Confirm ${amount} in ${wallet}.`,
  sent: 'Sent. This page shows when it arrives. Send nothing more.',
  offerAgain: 'It failed in my wallet: show the payment again',
  asked:
    'Your wallet was asked to pay. If you have confirmed there, send nothing more. If not, refuse it there.',
  offerRefused: 'Refused, or not there: show the payment again',
  refused: 'You refused in your wallet. Nothing was sent.',
  alreadyAsking: (wallet) => `${wallet} is already waiting for your answer. Open it. Nothing was sent.`,
  wrongChain: (chain) =>
    `Your wallet is not on ${chain}. Change its network, then try again. Nothing was sent.`,
  unknownChain: (chain) =>
    `Your wallet does not know ${chain}. Add this network there, then try again. Nothing was sent.`,
  tooLittleCoin: (has, needed) =>
    `This account has only ${has}, but ${needed} is needed. Choose another account. Nothing was sent.`,
  tooLittleGas: (coin, chain) =>
    `This account has too little ${coin} for the network fee on ${chain}. Nothing was sent.`,
  changed: 'The payment has changed in the meantime. Check it, then try again. Nothing was sent.',
  tooLate: 'Too little time is left: the payment would arrive too late. Nothing was sent.',
  offline: 'No connection: the payment could not be checked. Nothing was sent.',
  noAccount: 'Your wallet shared no account. Nothing was sent.',
  walletSaid: (message) => `Your wallet says: ${message}. Check there whether anything was sent.`,
};

const DE: ScriptWords = {
  copied: 'Kopiert',
  copyFailed: 'Von Hand markieren und kopieren',
  language: 'de',
  payWith: (wallet) => `Mit ${wallet} zahlen`,
  browserWallet: 'Browser-Wallet',
  payInTab: 'In neuem Tab mit einer Wallet dieses Browsers zahlen',
  askingWallet: (wallet) => `Bestätigen Sie die Verbindung in ${wallet}.`,
  switching: (chain) => `Bestätigen Sie in Ihrer Wallet den Wechsel zu ${chain}.`,
  confirmIn: (wallet, amount) => `Bestätigen Sie ${amount} in ${wallet}.`,
  sent: 'Gesendet. Sobald die Zahlung ankommt, erscheint sie hier. Senden Sie nichts mehr.',
  offerAgain: 'In meiner Wallet fehlgeschlagen: Zahlung wieder anzeigen',
  asked:
    'Ihre Wallet wurde um die Zahlung gebeten. Haben Sie dort bestätigt, senden Sie nichts mehr. Wenn nicht, lehnen Sie dort ab.',
  offerRefused: 'Abgelehnt oder nicht vorhanden: Zahlung wieder anzeigen',
  refused: 'Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts gesendet.',
  alreadyAsking: (wallet) =>
    `${wallet} wartet schon auf Ihre Antwort. Öffnen Sie die Wallet. Es wurde nichts gesendet.`,
  wrongChain: (chain) =>
    `Ihre Wallet ist nicht mit ${chain} verbunden. Wechseln Sie dort das Netzwerk, und versuchen Sie es noch einmal. Es wurde nichts gesendet.`,
  unknownChain: (chain) =>
    `Ihre Wallet kennt ${chain} nicht. Fügen Sie das Netzwerk dort hinzu, und versuchen Sie es noch einmal. Es wurde nichts gesendet.`,
  tooLittleCoin: (has, needed) =>
    `Auf diesem Konto sind nur ${has}, nötig sind ${needed}. Wählen Sie ein anderes Konto. Es wurde nichts gesendet.`,
  tooLittleGas: (coin, chain) =>
    `Auf diesem Konto ist zu wenig ${coin} für die Netzwerkgebühr auf ${chain}. Es wurde nichts gesendet.`,
  changed:
    'Die Zahlung hat sich inzwischen geändert. Prüfen Sie die Angaben, und versuchen Sie es noch einmal. Es wurde nichts gesendet.',
  tooLate: 'Die Zeit reicht nicht mehr: Die Zahlung käme zu spät an. Es wurde nichts gesendet.',
  offline: 'Keine Verbindung: Die Zahlung ließ sich nicht prüfen. Es wurde nichts gesendet.',
  noAccount: 'Ihre Wallet hat kein Konto freigegeben. Es wurde nichts gesendet.',
  walletSaid: (message) => `Ihre Wallet meldet: ${message}. Prüfen Sie dort, ob etwas gesendet wurde.`,
};

/** Returns the script's texts in the language of the page; English for a language that has none. */
export function scriptWords(language: string): ScriptWords {
  return language.toLowerCase().startsWith('de') ? DE : EN;
}
