/** How a change of prices stands: `failed` and `cancelled` are scheduled ones that never held. */
export const PRICE_CHANGE_STATES = [
  ...(['scheduled', 'applied', 'rolled_back', 'cancelled', 'failed'] as const),
] as const
export type PriceChangeState = (typeof PRICE_CHANGE_STATES)[number]
