import { defineJob } from './job'

export const orderExpiry = defineJob({
  name: 'order expiry',
  everyMs: 600_000,
  run: ({ services }) => services.payments.expire(),
})
