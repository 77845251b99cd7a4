import { defineJob, EACH_TURN } from './job'

export const channelUsage = defineJob({
  name: 'channel usage',
  // What another node was quicker with is found done.
  everyMs: EACH_TURN,
  run: ({ services }) => services.channels.foldUsage(),
})
