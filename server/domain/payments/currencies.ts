/** Of two decimals: money is counted in hundredths here. Stripe charges in all of them. */
export const SHOP_CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CNY',
  'HKD',
  'SGD',
  'AUD',
  'CAD',
  'NZD',
  'CHF',
  'DKK',
  'NOK',
  'SEK',
  'PLN',
  'BRL',
  'MXN',
  'INR',
  'MYR',
  'THB',
  'AED',
] as const

/** Prices at Creem are in one of these. */
export const CREEM_CURRENCIES = ['USD', 'EUR'] as const

/** What is filled into the address where another service takes the money. */
export const CHECKOUT_FIELDS = [
  'order',
  'amount',
  'currency',
  'email',
  'return_url',
  'notify_url',
  'timestamp',
  'signature',
] as const
