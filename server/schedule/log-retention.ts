import { defineJob } from './job'

export const logRetention = defineJob({
  name: 'log retention',
  everyMs: 3_600_000,
  run: ({ services }) => services.logs.retain(),
})
