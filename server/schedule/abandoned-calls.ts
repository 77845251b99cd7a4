import { defineJob, EACH_TURN } from './job'

export const abandonedCalls = defineJob({
  name: 'abandoned calls',
  // Each node knows its own calls, and what another was quicker with is found done.
  everyMs: EACH_TURN,
  run: ({ services }) => services.ledger.resolveAbandoned(),
})
