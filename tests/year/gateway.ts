/** The gateway of the year, from outside: it is asked, killed, and started again where it was. */
import { join } from 'node:path'
import type { ActName, InputOf, ResultOf } from './acts'

export interface Asked {
  readonly id: number
  readonly name: ActName | 'idle'
  /** JSON. */
  readonly input: string
  readonly now: number
}

/** JSON of what came of it, or why nothing did; the first, of id 0, says where it listens. */
export interface Told {
  readonly id: number
  readonly result?: string
  readonly failure?: string
  /** Id of the error, where it was refused as it should be. */
  readonly refusal?: string
}

interface Waiting {
  readonly resolve: (json: string) => void
  readonly reject: (error: Error) => void
}

export class Refused extends Error {}

/** It was killed before it answered: nobody knows whether it was done. */
export class Killed extends Error {}

export class YearGateway {
  readonly #data: string
  readonly #time: { readonly now: number }
  readonly #waiting = new Map<number, Waiting>()
  #child: Bun.Subprocess | undefined
  #asked = 0
  port = 0

  constructor(data: string, time: { readonly now: number }) {
    this.#data = data
    this.#time = time
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.#waiting.set(0, { resolve, reject })
    const script = join(import.meta.dir, 'child.ts')
    const place = [this.#data, String(this.port), String(this.#time.now)]
    const child = Bun.spawn([process.execPath, script, ...place], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (told: Told) => this.#heard(told),
    })
    this.#child = child
    void child.exited.then(() => this.#ended(child))
    this.port = JSON.parse(await promise).port
  }

  /** Throws `Killed` and `Refused`. */
  async ask<Name extends ActName>(name: Name, input: InputOf<Name>): Promise<ResultOf<Name>> {
    return JSON.parse(await this.#send(name, JSON.stringify(input ?? null)))
  }

  /** When no call runs and every bill is written. */
  async idle(): Promise<void> {
    await this.#send('idle', 'null')
  }

  async kill(): Promise<void> {
    const child = this.#child
    child?.kill('SIGKILL')
    await child?.exited
    if (child !== undefined) this.#ended(child)
  }

  #send(name: Asked['name'], input: string): Promise<string> {
    this.#asked += 1
    const id = this.#asked
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    if (this.#child === undefined) throw new Killed(name)
    this.#waiting.set(id, { resolve, reject })
    this.#child.send({ id, name, input, now: this.#time.now } satisfies Asked)
    return promise
  }

  #heard({ id, result, failure, refusal }: Told): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (refusal !== undefined) waiting?.reject(new Refused(refusal))
    else if (failure !== undefined) waiting?.reject(new Error(failure))
    else waiting?.resolve(result ?? 'null')
  }

  #ended(child: Bun.Subprocess): void {
    if (this.#child !== child) return
    this.#child = undefined
    for (const { reject } of this.#waiting.values()) reject(new Killed())
    this.#waiting.clear()
  }
}
