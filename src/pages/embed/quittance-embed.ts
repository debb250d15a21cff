/** The events of a checkout that a shop can listen to. */
export interface CheckoutOptions {
  /**
   * Called with each new state of the page, such as `waiting`, `seen` or `completed`. Use it for display only: ship goods
   * when the webhook says so.
   */
  readonly onStatus?: (status: string) => void;
  /** Called once, when the customer or `close()` has closed the checkout. */
  readonly onClose?: () => void;
}

/** An open checkout. */
export interface OpenCheckout {
  close(): void;
}

/** The API that `/quittance.js` gives to the page of a shop, as `window.Quittance`. */
export interface QuittanceEmbed {
  /**
   * Opens a checkout over the page, by its `checkoutUrl`. The merchant has to list the page's origin. Otherwise the
   * browser refuses the frame, and a note in its place links to the checkout in a new tab.
   */
  open(checkoutUrl: string, options?: CheckoutOptions): OpenCheckout;
}
