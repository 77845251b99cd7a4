/** The way to run commands of the terminal, supplied by the program that has them. */
import type { Scope } from '../domain/accounts/scopes'
import type { CommandRequest } from '../domain/endpoints/command'

export interface CommandCaller {
  /** Of root, under whose name the command changes things. */
  readonly id: number
  readonly name: string
  readonly ip: string
  readonly requestId: string
  /** What its commands may do. */
  readonly scopes: readonly Scope[]
}

export interface CommandProcesses {
  /**
   * Lines of JSON, of which none is cut; whoever stops reading ends the process. Throws
   * `request.too_many`.
   */
  readonly start: (order: {
    readonly caller: CommandCaller
    readonly request: CommandRequest
  }) => ReadableStream<Uint8Array>
}
