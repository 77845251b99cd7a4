/** What a process is in a gateway of several: the one that writes, or one that relays. */
import { hostname } from 'node:os'
import { basename, join } from 'node:path'

export interface WriterRole {
  readonly kind: 'writer'
  /** Of the sockets; only the owner of the gateway may enter it. */
  readonly folder: string
  readonly workers: number
  /** Workers that run already, under a writer that is gone. */
  readonly running: number
}

export interface WorkerRole {
  readonly kind: 'worker'
  readonly folder: string
  /** From 1 on. */
  readonly index: number
}

export type ProcessRole = WriterRole | WorkerRole

/** Where workers say what is to be written. */
export function linkPath({ folder }: ProcessRole): string {
  return join(folder, 'writer.sock')
}

/** Where the writer answers the requests that workers forward. */
export function requestsPath({ folder }: ProcessRole): string {
  return join(folder, 'requests.sock')
}

/** Name of a worker among the nodes; the gateway of a file needs no other. */
export function workerNode({ index }: Pick<WorkerRole, 'index'>): string {
  return `worker-${index}`
}

/** A name is part of an address, and of a column of the console. */
const HOST_CHARACTERS = 32

/** Names among the nodes of a shared database, which a process that is started again keeps. */
export function sharedNode(role: ProcessRole): string {
  const gateway = `${hostname().slice(0, HOST_CHARACTERS)}:${basename(role.folder)}`
  return role.kind === 'worker' ? `${gateway}:${workerNode(role)}` : gateway
}
