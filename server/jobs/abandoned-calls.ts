import { defineJob } from './job'

export const abandonedCalls = defineJob({
  name: 'abandoned calls',
  everyMs: 600_000,
  run: ({ services }) => services.ledger.resolveAbandoned(),
})
