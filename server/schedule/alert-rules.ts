import { defineJob } from './job'

/** Each turn of the runner, whose turns are not to the millisecond. */
export const alertRules = defineJob({
  name: 'alert rules',
  everyMs: 5_000,
  run: ({ services }) => services.alerts.evaluate(),
})
