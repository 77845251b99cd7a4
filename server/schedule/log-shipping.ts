import { defineJob } from './job'

export const logShipping = defineJob({
  name: 'log shipping',
  everyMs: ({ sweeps }) => sweeps.shipEveryMs,
  run: ({ services }) => services.logs.ship(),
})
