/** One answer of the rehearsal's upstream, byte by byte. */
import type { Socket } from 'node:net'

interface WireOptions {
  /** Of the request. */
  readonly body: string
  /** How often this call was requested, this time included. */
  readonly attempt: number
  readonly gate: () => Promise<void>
  readonly counters: { waiting: number }
}

export class Wire {
  readonly body: string
  readonly attempt: number
  readonly #socket: Socket
  readonly #gate: () => Promise<void>
  readonly #counters: { waiting: number }
  readonly #closed: Promise<void>
  #endedHere = false

  constructor(socket: Socket, { body, attempt, gate, counters }: WireOptions) {
    this.#socket = socket
    this.body = body
    this.attempt = attempt
    this.#gate = gate
    this.#counters = counters
    this.#closed = new Promise((resolve) => {
      socket.once('end', () => resolve())
      socket.once('close', () => resolve())
    })
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && !this.#socket.readableEnded
  }

  /** Whether the client went before the answer ended by itself. */
  get wasLeft(): boolean {
    return !this.#endedHere && !this.isOpen
  }

  /** Resolves when the bytes have left, or nobody wants them any more. */
  async send(bytes: string | Uint8Array): Promise<void> {
    if (!this.isOpen) return
    await Promise.race([
      new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve())),
      this.#closed,
    ])
  }

  async rest(ms: number): Promise<void> {
    if (this.isOpen) await Promise.race([Bun.sleep(ms), this.#closed])
  }

  /** Waits until the scenario opens the gate. */
  async wait(): Promise<void> {
    this.#counters.waiting += 1
    await Promise.race([this.#gate(), this.#closed])
    this.#counters.waiting -= 1
  }

  /** Waits until the client leaves. */
  async silence(): Promise<void> {
    if (this.isOpen) await this.#closed
  }

  /** FIN. */
  end(): void {
    this.#endedHere = true
    this.#socket.end()
  }

  /** Closes both ways at once. */
  destroy(): void {
    this.#endedHere = true
    this.#socket.destroy()
  }

  /** RST. */
  reset(): void {
    this.#endedHere = true
    this.#socket.resetAndDestroy()
  }
}
