/**
 * A provider of jobs for tests: takes work on, goes through what a test says, and can fail in the
 * ways that providers fail. What it answers is made of the fixtures of one provider.
 */
import { fixture, json, type RecordedRequest, type Reply } from '../../support/upstream'

export type Phase = 'queued' | 'running' | 'succeeded' | 'failed'

export interface Shape {
  /** Its fixtures are below tests/fixtures/jobs, each of its answers by name. */
  readonly provider: string
  /** Paths of submissions; everything else asks. */
  readonly submits: RegExp
  /** Where a file lies that was made, on the same host. */
  readonly file?: RegExp
  /** The provider's id in a question. */
  readonly idIn: (request: RecordedRequest) => string
  /** Further answers, which win. */
  readonly also?: (request: RecordedRequest, vendor: JobVendor) => Reply | undefined
}

export const FILM = Buffer.from('....ftypisom: this is a film of a cat')

export class JobVendor {
  readonly #shape: Shape
  readonly jobs = new Map<string, Phase>()
  /** Answers of the next questions, before anything else is looked at. */
  readonly next: Reply[] = []
  /** What new work begins as. */
  begins: Phase = 'queued'
  /** Its own address, for links in its answers. */
  url = ''
  #made = 0

  constructor(shape: Shape) {
    this.#shape = shape
  }

  readonly answer = (request: RecordedRequest): Reply => {
    const next = this.next.shift()
    if (next !== undefined) return next
    const { submits, file, idIn, also } = this.#shape
    const more = also?.(request, this)
    if (more !== undefined) return more
    if (file?.test(request.path)) return filmOf(request)
    if (request.method === 'POST' && submits.test(request.path)) return this.#take()
    const id = idIn(request)
    const phase = this.jobs.get(id)
    if (phase === undefined) return json({ error: { message: 'no such job' } }, { status: 404 })
    return this.told(phase, id)
  }

  /** Every job of it. */
  all(phase: Phase): void {
    for (const id of this.jobs.keys()) this.jobs.set(id, phase)
  }

  told(name: string, id: string): Reply {
    const text = fixture(`jobs/${this.#shape.provider}.json`)
    const film = FILM.toString('base64')
    const values = { id, film, site: this.url }
    const told = text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: keyof typeof values) => values[key])
    return json(JSON.parse(told)[name])
  }

  #take(): Reply {
    this.#made += 1
    const id = `up-${this.#made}`
    this.jobs.set(id, this.begins)
    return this.told('accepted', id)
  }
}

function filmOf({ headers }: RecordedRequest): Reply {
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? []
  const part = FILM.subarray(Number(from), to === '' ? FILM.length : Number(to) + 1)
  const isPart = headers.range !== undefined
  return {
    status: isPart ? 206 : 200,
    headers: {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      ...(isPart && { 'content-range': `bytes ${from}-${to || FILM.length - 1}/${FILM.length}` }),
    },
    body: part,
  }
}
