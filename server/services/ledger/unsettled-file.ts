/**
 * Settlements that the database would not take, as JSON lines. The file is made at start, full
 * of empty lines, and written in place: where the disk is full nothing new could be made, and
 * deleting something to make room would only feed whoever filled the disk.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CLIENT_IDS } from '../../domain/calls/clients'
import { JOB_FAMILIES } from '../../domain/jobs/families'
import { isEndState, JOB_STATES } from '../../domain/jobs/states'
import type { SettleOrder } from '../../domain/ledger/orders'

/** Room for about a thousand settlements; with more of them the file grows as it can. */
const ROOM_BYTES = 1024 * 1024
const OWNER_ONLY = 0o600
const LINE_END = 0x0a

const Credits = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const LogShape = Type.Object({
  created_at: Type.Integer(),
  type: Type.Integer(),
  content: Type.String(),
  username: Type.String(),
  token_name: Type.String(),
  model_name: Type.String(),
  quota: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  use_time: Type.Integer(),
  is_stream: Type.Boolean(),
  group: Type.String(),
  ip: Type.String(),
  request_id: Type.String(),
  client: Type.Optional(Type.String()),
  session: Type.Optional(Type.String()),
  tags: Type.Optional(Type.String()),
  duration_ms: Type.Optional(Type.Integer()),
  other: Type.String(),
})

const JobShape = Type.Object({
  jobId: Type.String({ minLength: 1 }),
  family: Type.Union(JOB_FAMILIES.map((family) => Type.Literal(family))),
  state: Type.Union(JOB_STATES.filter(isEndState).map((state) => Type.Literal(state))),
  failReason: Type.String(),
  atMs: Type.Number(),
  expiresAtMs: Type.Number(),
})

const FiguresShape = Type.Object({
  group: Type.String(),
  client: Type.Union(CLIENT_IDS.map((id) => Type.Literal(id))),
  session: Type.String(),
  tags: Type.Optional(Type.String()),
  isFailed: Type.Boolean(),
  promptTokens: Type.Number(),
  cachedTokens: Type.Number(),
  cacheWriteTokens: Type.Number(),
  completionTokens: Type.Number(),
  cost: Type.Integer(),
  waitMs: Type.Optional(Type.Number()),
})

const OrderShape = Type.Object({
  reservation: Type.Object({
    callId: Type.String({ minLength: 1 }),
    userId: Type.Integer(),
    tokenId: Type.Optional(Type.Integer()),
    amount: Credits,
  }),
  charge: Credits,
  withinBalance: Type.Boolean(),
  channelId: Type.Optional(Type.Integer()),
  model: Type.Optional(Type.String()),
  log: Type.Optional(LogShape),
  counted: Type.Boolean(),
  hourly: Type.Boolean(),
  tokens: Type.Optional(Type.Integer()),
  isUnused: Type.Optional(Type.Boolean()),
  nowMs: Type.Number(),
  job: Type.Optional(JobShape),
  /** Whatever they look like, the money is owed. */
  figures: Type.Optional(Type.Unknown()),
})

export interface UnsettledContent {
  readonly orders: readonly SettleOrder[]
  /** Lines that are none, such as one that a crash tore. */
  readonly unreadable: readonly string[]
}

/** Nothing when there is no such file. */
export function readUnsettled(path: string): UnsettledContent {
  const orders: SettleOrder[] = []
  const unreadable: string[] = []
  for (const line of linesOf(path)) {
    const order = orderOf(line)
    if (order === undefined) unreadable.push(line)
    else orders.push(order)
  }
  return { orders, unreadable }
}

const OF_A_WORKER = /^unsettled-\d+\.jsonl$/

/**
 * What workers have left that may not be started again is taken over: from their files, which
 * stand next to the one at `path`. Only while none runs.
 */
export function adoptUnsettled(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder).filter((each) => OF_A_WORKER.test(each))) {
    const lines = linesOf(join(folder, name))
    // On disk here before it goes there.
    if (lines.length > 0) appendFileSync(path, `\n${lines.join('\n')}\n`, { flush: true })
    rmSync(join(folder, name))
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function orderOf(line: string): SettleOrder | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return undefined
  }
  return Value.Check(OrderShape, parsed) ? settleOrder(parsed) : undefined
}

/** JSON leaves out what is `undefined`; an order has every field. */
function settleOrder(stored: Static<typeof OrderShape>): SettleOrder {
  const { reservation, channelId, log, figures, ...rest } = stored
  const { tokenId } = reservation
  return {
    ...rest,
    reservation: { ...reservation, tokenId },
    channelId,
    log,
    figures: Value.Check(FiguresShape, figures)
      ? { ...figures, waitMs: figures.waitMs }
      : undefined,
  }
}

/** One process writes it; calls follow one another in the order they were made. */
export class UnsettledFile {
  readonly path: string
  #file: FileHandle | undefined
  /** Where the next line goes. */
  #end = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  /** Takes the room that will be needed when there is none left. What is there stays. */
  prepare(): Promise<void> {
    return this.#inTurn(async () => {
      const file = await this.#open()
      const { size } = await file.stat()
      if (size < ROOM_BYTES) await file.write(blanks(ROOM_BYTES - size), 0, undefined, size)
      await file.sync()
    })
  }

  /** On disk when it resolves. */
  append(orders: readonly SettleOrder[]): Promise<void> {
    return this.#inTurn(async () => {
      const file = await this.#open()
      const lines = Buffer.from(orders.map((order) => `${JSON.stringify(order)}\n`).join(''))
      for (let at = 0; at < lines.length; ) {
        at += (await file.write(lines, at, undefined, this.#end + at)).bytesWritten
      }
      await file.datasync()
      this.#end += lines.length
    })
  }

  /** Forgets every order and keeps the room. */
  clear(): Promise<void> {
    return this.#inTurn(async () => {
      const file = await this.#open()
      if (this.#end === 0) return
      await file.write(blanks(this.#end), 0, undefined, 0)
      if (this.#end > ROOM_BYTES) await file.truncate(ROOM_BYTES)
      this.#end = 0
    })
  }

  /** Gives the room back; a file without orders goes. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#end > 0) {
        await this.#file?.truncate(this.#end)
        await this.#file?.sync()
      }
      await this.#file?.close()
      this.#file = undefined
      if (this.#end === 0) rmSync(this.path, { force: true })
    })
  }

  async #open(): Promise<FileHandle> {
    if (this.#file !== undefined) return this.#file
    const file = await openOrMake(this.path)
    const written = await file.readFile('utf8')
    this.#end = Buffer.byteLength(written.trimEnd())
    // A line that a crash has torn ends here, and not in the next order.
    if (this.#end > 0) await file.write('\n', this.#end)
    if (this.#end > 0) this.#end += 1
    this.#file = file
    return file
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(run)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if (!isAbsent(error)) throw error
    return await open(path, 'w+', OWNER_ONLY)
  }
}

function blanks(count: number): Buffer {
  return Buffer.alloc(count, LINE_END)
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
