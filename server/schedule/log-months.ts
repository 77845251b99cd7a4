import { defineJob } from './job'

export const logMonths = defineJob({
  name: 'log months',
  everyMs: 600_000,
  run: ({ services }) => services.logs.moveMonths(),
})
