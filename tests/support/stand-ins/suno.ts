/**
 * Suno-API as its published pages describe it: songs and lyrics that are asked for and looked at
 * later, many at once. Jobs move when a test moves them.
 */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply, startUpstream, type Upstream } from '../upstream'
import { picture, sound } from './pictures'

export const SUNO_KEY = 'suno-key-of-the-proxy'

export interface SungTask {
  task_id: string
  notify_hook: string
  action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  progress: string
  data: unknown
}

const BODY: Shape = {
  gpt_description_prompt: 'any',
  prompt: 'any',
  mv: 'any',
  title: 'any',
  tags: 'any',
  continue_at: 'any',
  task_id: 'any',
  continue_clip_id: 'any',
  make_instrumental: 'any',
  notify_hook: 'any',
}

export class SunoStandIn {
  readonly tasks = new Map<string, SungTask>()
  readonly upstream: Upstream
  /** Answers the next submission instead of the service. */
  next: Reply | undefined
  /** Answers the next question about jobs instead of the service. */
  nextLook: Reply | undefined
  readonly #bodies = new Map<string, Readonly<Record<string, unknown>>>()
  #made = 0

  constructor(upstream: Upstream) {
    this.upstream = upstream
    upstream.script((request) => this.#answer(request))
  }

  get url(): string {
    return this.upstream.url
  }

  submissions(): readonly {
    readonly path: string
    readonly body: Readonly<Record<string, unknown>>
  }[] {
    return this.upstream.requests
      .filter(({ path }) => path.startsWith('/suno/submit/'))
      .map(({ path, json: body }) => ({ path, body: body as Record<string, unknown> }))
  }

  move(id: string, patch: Partial<SungTask>): void {
    const task = this.tasks.get(id)
    if (task === undefined) throw new Error(`no job ${id}`)
    Object.assign(task, patch)
  }

  finish(id: string): void {
    const data = this.tasks.get(id)?.action === 'LYRICS' ? this.#lyrics(id) : this.#clips(id)
    this.move(id, { status: 'SUCCESS', progress: '100%', finish_time: seconds(), data })
  }

  fail(id: string, fail_reason: string): void {
    this.move(id, { status: 'FAILURE', fail_reason, finish_time: seconds() })
  }

  #clips(id: string): unknown {
    const { title = '', tags = '', prompt = '' } = this.#bodies.get(id) ?? {}
    return [1, 2].map((at) => ({
      id: `${id}-clip-${at}`,
      title,
      audio_url: `${this.url}/files/${id}-${at}.wav`,
      image_url: `${this.url}/files/${id}-${at}.png`,
      video_url: '',
      status: 'complete',
      model_name: 'chirp-v3.5',
      metadata: { tags, prompt, duration: 12.5 },
    }))
  }

  #lyrics(id: string): unknown {
    const text = `[Verse]\nRain on the roof of ${String(this.#bodies.get(id)?.prompt)}`
    return { id, title: 'Rain', text, status: 'complete' }
  }

  #answer(request: RecordedRequest): Reply {
    const file = /^\/files\/[\w-]+\.(wav|png)$/.exec(request.path)?.[1]
    if (file === 'wav') return { headers: { 'content-type': 'audio/wav' }, body: sound(1) }
    if (file === 'png') return { headers: { 'content-type': 'image/png' }, body: picture(48, 7) }
    if (request.headers.authorization !== `Bearer ${SUNO_KEY}`) {
      return json({ code: 'unauthorized', message: 'invalid token' }, { status: 401 })
    }
    const action = /^\/suno\/submit\/(MUSIC|LYRICS)$/.exec(request.path)?.[1]
    if (action !== undefined) {
      const scripted = this.next
      this.next = undefined
      return scripted ?? this.#submit(action, request)
    }
    if (request.path !== '/suno/fetch') return json({ error: 'Not Found' }, { status: 404 })
    const scripted = this.nextLook
    this.nextLook = undefined
    if (scripted !== undefined) return scripted
    const { ids = [] } = (request.json ?? {}) as { ids?: readonly string[] }
    const data = ids.flatMap((id) => this.tasks.get(id) ?? [])
    return json({ code: 'success', message: '', data })
  }

  #submit(action: string, request: RecordedRequest): Reply {
    const unknown = unknownField(request.json, BODY)
    if (unknown !== undefined) return json({ code: 'invalid_request', message: unknown, data: '' })
    const body = (request.json ?? {}) as Readonly<Record<string, unknown>>
    this.#made += 1
    const task_id = `f4a94d75-087b-4bb1-bd45-${String(this.#made).padStart(12, '0')}`
    this.#bodies.set(task_id, body)
    this.tasks.set(task_id, {
      task_id,
      notify_hook: String(body.notify_hook ?? ''),
      action,
      status: 'SUBMITTED',
      fail_reason: '',
      submit_time: seconds(),
      start_time: 0,
      finish_time: 0,
      progress: '0%',
      data: null,
    })
    return json({ code: 'success', message: '', data: task_id })
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

export async function startSuno(): Promise<SunoStandIn> {
  return new SunoStandIn(await startUpstream(json({})))
}
