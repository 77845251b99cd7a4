import { CommandFailure } from '../exit'
import { words } from '../words'

export interface Address {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
}

/**
 * Throws `CommandFailure` when nobody could listen there. Asked before a data folder is made
 * or opened, and without sharing: the server's own socket may share its port with another
 * process of the same user, so that two gateways would answer in turns.
 */
export function requireFreeAddress({ host, port }: Address): void {
  try {
    Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    const text = `${host} port ${port}`
    if (code === 'EADDRINUSE') {
      const message = words`${text} is in use; stop the program that has it, or choose --port`
      throw new CommandFailure('address.in_use', message)
    }
    const reason =
      code === 'EACCES' ? words`only root may take it` : words`it is no address of this machine`
    throw new CommandFailure('address.unusable', words`cannot listen on ${text}: ${reason}`)
  }
}
