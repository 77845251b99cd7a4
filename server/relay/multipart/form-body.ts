/**
 * The body of a form on its way from a client to an upstream. As much as has to be read before a
 * channel can be chosen is kept in memory, and sent again where a channel refuses it; what comes
 * behind that passes as the upstream takes it. Only a form that names its model behind more than
 * fits is put aside in a file first.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { invalid } from '../wire/body-fields'
import { refuseDisguised } from '../wire/judged-fields'
import type { StreamedBody } from '../wire/streamed-body'
import { type FormField, FormScan, type FormWatcher } from './form-scan'
import type { PartHead } from './part-head'
import { Recording } from './recording'

/** What a client sends, piece by piece. */
export interface FormSource {
  readonly boundary: string
  readonly contentType: string
  /** Bytes of the body, where the client has said it. */
  readonly length: number | undefined
  /** `undefined` after the last piece. Throws `request.*`. */
  readonly read: () => Promise<Buffer | undefined>
  /** What was not read is of no interest any more. */
  readonly close: () => void
}

/** A place for bytes that do not fit in memory. */
export interface TempFile {
  readonly append: (bytes: Uint8Array) => Promise<void>
  readonly read: (at: number, most: number) => Promise<Buffer>
  readonly close: () => void
}

export type OpenTempFile = () => Promise<TempFile>

/** Bytes from `start` to `end` that are replaced. */
export interface FormEdit {
  readonly start: number
  readonly end: number
  readonly bytes: Buffer
}

export interface FormPlan {
  /** The name of the part without which there is no request; "" where any will do. */
  readonly file: string
  /** The file is sound, whose length is measured. */
  readonly isRecording: boolean
  /** Fields to be stored; the model always is. */
  readonly fields: readonly string[]
  /** Throws what refuses the value of a field. */
  readonly check: (field: FormField) => void
}

/** Held in memory of every form, at most. */
export const HEAD_BYTES = 1024 * 1024
/** How much of a file shows what kind of recording it is. */
const FILE_HEAD_BYTES = 64 * 1024
const PIECE_BYTES = 256 * 1024

export class FormBody implements FormWatcher {
  readonly fields = new Map<string, FormField>()
  readonly names = new Set<string>()
  readonly recording: Recording | undefined
  readonly #source: FormSource
  readonly #plan: FormPlan
  readonly #openTempFile: OpenTempFile
  readonly #scan: FormScan
  #memory: Buffer | undefined
  #tempFile: TempFile | undefined
  /** Bytes that have come. */
  #size = 0
  #fileBytes = 0
  #isWhole = false
  #failure: GatewayError | undefined
  #coming: Promise<Buffer | undefined> | undefined
  /** Counts the senders: an attempt that is over must not take what the next one sends. */
  #turn = 0
  #isClosed = false

  constructor(source: FormSource, plan: FormPlan, openTempFile: OpenTempFile) {
    this.#source = source
    this.#plan = plan
    this.#openTempFile = openTempFile
    this.#scan = new FormScan(source.boundary, this)
    this.recording = plan.isRecording ? new Recording() : undefined
    this.#memory = Buffer.allocUnsafeSlow(Math.min(source.length ?? HEAD_BYTES, HEAD_BYTES))
  }

  get boundary(): string {
    return this.#source.boundary
  }

  get contentType(): string {
    return this.#source.contentType
  }

  /** All of it has come. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** It can be sent from its beginning. */
  get canRepeat(): boolean {
    return this.#size === 0 || this.#memory !== undefined || this.#tempFile !== undefined
  }

  /** What the client did wrong while its body was under way. */
  get failure(): GatewayError | undefined {
    return this.#failure
  }

  /** Bytes of the file, as far as they are known: an upper bound while they come. */
  get fileSize(): number {
    return this.#isWhole ? this.#fileBytes : (this.#source.length ?? this.#fileBytes)
  }

  /**
   * Reads until a channel can be chosen: the model is known, and what kind of file it is. Throws
   * `request.*`.
   */
  async readHead(): Promise<void> {
    while (!this.#isWhole && !this.#isRoutable()) await this.#next()
  }

  /** The body with these bytes replaced; sent from the beginning. */
  sent(edits: readonly FormEdit[]): StreamedBody {
    const more = edits.reduce((sum, { start, end, bytes }) => sum + bytes.length - end + start, 0)
    const { length } = this.#source
    return {
      length: length === undefined ? undefined : length + more,
      pieces: () => this.#pieces(edits.toSorted((a, b) => a.start - b.start)),
    }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#memory = undefined
    this.#tempFile?.close()
    this.#tempFile = undefined
    this.#source.close()
  }

  wants(name: string): boolean {
    return name === 'model' || this.#plan.fields.includes(name)
  }

  onPart({ name, isFile }: PartHead): void {
    refuseDisguised(name, isFile ? name.trim() : bareName(name))
    if (!this.wants(name)) {
      this.names.add(name)
      return
    }
    if (isFile) throw invalid(name, 'reason.not_a_string')
    // Of two, one reader takes the first and another the last.
    if (this.names.has(name)) throw invalid(name, 'reason.given_twice')
    this.names.add(name)
  }

  onField(field: FormField): void {
    this.#plan.check(field)
    this.fields.set(field.name, field)
  }

  onFile(name: string, bytes: Buffer): void {
    if (this.#plan.file !== '' && name !== this.#plan.file) return
    this.#fileBytes += bytes.length
    this.recording?.push(bytes)
  }

  #isRoutable(): boolean {
    const { length } = this.#source
    // What fits is read whole: then everything is known of it, and it can be repeated.
    if (length !== undefined && length <= HEAD_BYTES) return false
    if (!this.fields.has('model')) return false
    return this.#fileBytes >= FILE_HEAD_BYTES || this.#size >= HEAD_BYTES
  }

  async *#pieces(edits: readonly FormEdit[]): AsyncGenerator<Uint8Array> {
    this.#turn += 1
    const turn = this.#turn
    let at = 0
    for (;;) {
      const piece = at < this.#size ? await this.#again(at) : await this.#next()
      if (turn !== this.#turn || piece === undefined) return
      yield* edited(piece, at, edits)
      at += piece.length
    }
  }

  async #again(at: number): Promise<Buffer> {
    const most = Math.min(PIECE_BYTES, this.#size - at)
    if (this.#tempFile !== undefined) return await this.#tempFile.read(at, most)
    if (this.#memory !== undefined) return this.#memory.subarray(at, at + most)
    throw new GatewayError('internal')
  }

  /** The next bytes of the client; readers that wait at the same time share one read. */
  #next(): Promise<Buffer | undefined> {
    this.#coming ??= this.#take().finally(() => {
      this.#coming = undefined
    })
    return this.#coming
  }

  async #take(): Promise<Buffer | undefined> {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#isWhole) return undefined
    try {
      const bytes = await this.#source.read()
      if (bytes === undefined) this.#finish()
      else {
        this.#scan.push(bytes)
        await this.#keep(bytes)
        this.#size += bytes.length
      }
      return bytes
    } catch (cause) {
      this.#failure =
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
      throw this.#failure
    }
  }

  #finish(): void {
    this.#scan.end()
    const { file } = this.#plan
    if (file !== '' && this.#fileBytes === 0) {
      throw invalid(file, this.names.has(file) ? 'reason.empty' : 'reason.required')
    }
    this.#isWhole = true
    this.recording?.end()
  }

  async #keep(bytes: Buffer): Promise<void> {
    if (this.#tempFile !== undefined) return await this.#tempFile.append(bytes)
    const memory = this.#memory
    if (memory === undefined) return
    if (this.#size + bytes.length <= memory.length) {
      memory.set(bytes, this.#size)
      return
    }
    const held = memory.subarray(0, this.#size)
    this.#memory = undefined
    // On its way to a channel already: nobody has to wait for the rest.
    if (this.#turn > 0) return
    this.#tempFile = await this.#openTempFile()
    await this.#tempFile.append(held)
    await this.#tempFile.append(bytes)
  }
}

/** Some readers drop blanks, and what brackets say of lists. */
function bareName(name: string): string {
  return name.replace(/\[.*\]\s*$/, '').trim()
}

/** A piece of the body that begins at `from`, with what is replaced in it. */
function* edited(piece: Buffer, from: number, edits: readonly FormEdit[]): Generator<Uint8Array> {
  const to = from + piece.length
  let at = from
  for (const { start, end, bytes } of edits) {
    if (start >= to || end < at || (end === at && start < at)) continue
    if (start >= at) {
      if (start > at) yield piece.subarray(at - from, start - from)
      yield bytes
    }
    at = Math.min(Math.max(at, end), to)
  }
  if (at < to) yield piece.subarray(at - from)
}
