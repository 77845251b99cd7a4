import { defineJob } from './job'

/** The shortest interval that a monitor of Uptime Kuma can have. */
const EVERY_MS = 20_000

/** Reports to Uptime Kuma that the site is up. */
export const statusHeartbeat = defineJob({
  name: 'status heartbeat',
  everyMs: EVERY_MS,
  run: ({ services }) => services.statusPage.push(),
})
