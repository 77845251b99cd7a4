import { defineJob } from './job'

export const priceRefresh = defineJob({
  name: 'price refresh',
  everyMs: 20_000,
  run: ({ services }) => services.prices.refresh(),
})
