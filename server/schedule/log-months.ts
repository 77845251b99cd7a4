import { defineJob } from './job'

export const logMonths = defineJob({
  name: 'log months',
  everyMs: 600_000,
  // One after the other: both take rows from the table, and each compares before it does.
  run: async ({ services: { logs } }) => (await logs.leave()) + (await logs.moveMonths()),
})
