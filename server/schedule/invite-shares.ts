import { defineJob } from './job'

export const inviteShares = defineJob({
  name: 'invite shares',
  everyMs: 3_600_000,
  run: ({ services }) => services.promotion.shareUsage(),
})
