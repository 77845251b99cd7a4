import type { Upstream } from '../../../server/relay/net/upstream'

/** For vendors that ask nobody anything. */
export const noUpstream: Upstream = {
  send: () => {
    throw new Error('nobody was to be asked')
  },
  socket: () => {
    throw new Error('nobody was to be asked')
  },
  connections: () => ({ busy: 0, idle: 0 }),
  close: async () => {},
}
