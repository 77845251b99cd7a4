/**
 * A proxy of Midjourney as midjourney-proxy and its paid sister answer, after their published API
 * pages. Jobs move when a test moves them, and fail as it scripts.
 */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply, startUpstream, type Upstream } from '../upstream'
import { picture } from './pictures'

export const MIDJOURNEY_SECRET = 'mj-secret-of-the-proxy'

export interface DrawnTask {
  id: string
  action: string
  prompt: string
  promptEn: string
  description: string
  state: string
  submitTime: number
  startTime: number
  finishTime: number
  imageUrl: string
  status: string
  progress: string
  failReason: string
  buttons: readonly object[]
  properties: Readonly<Record<string, unknown>>
  botType: string
  maskBase64: string
}

const COMMON: Shape = { state: 'any', notifyHook: 'any', botType: 'any', accountFilter: 'any' }
const BODIES: Readonly<Record<string, Shape>> = {
  imagine: { ...COMMON, prompt: 'any', base64Array: ['any'] },
  blend: { ...COMMON, base64Array: ['any'], dimensions: 'any' },
  describe: { ...COMMON, base64: 'any', language: 'any' },
  shorten: { ...COMMON, prompt: 'any' },
  'upload-discord-images': { ...COMMON, base64Array: ['any'] },
  change: { ...COMMON, taskId: 'any', action: 'any', index: 'any' },
  'simple-change': { ...COMMON, content: 'any' },
  action: { ...COMMON, taskId: 'any', customId: 'any', enableRemix: 'any' },
  modal: { ...COMMON, taskId: 'any', prompt: 'any', maskBase64: 'any' },
  swap: { ...COMMON, sourceBase64: 'any', targetBase64: 'any' },
}

const button = (customId: string, label: string, emoji = '') => ({
  customId,
  emoji,
  label,
  type: 2,
  style: 2,
})

/** As they stand under four pictures and under one. */
function buttonsOf(action: string, id: string): readonly object[] {
  if (action === 'UPSCALE') {
    return [
      button(`MJ::JOB::low_variation::1::${id}::SOLO`, 'Vary (Subtle)', '🪄'),
      button(`MJ::JOB::high_variation::1::${id}::SOLO`, 'Vary (Strong)', '🪄'),
      button(`MJ::Inpaint::1::${id}::SOLO`, 'Vary (Region)', '🖌️'),
      button(`MJ::Outpaint::50::1::${id}::SOLO`, 'Zoom Out 2x', '🔍'),
      button(`MJ::CustomZoom::${id}`, 'Custom Zoom', '🔍'),
      button(`MJ::JOB::pan_left::1::${id}::SOLO`, '', '⬅️'),
      button(`MJ::JOB::pan_right::1::${id}::SOLO`, '', '➡️'),
      button(`MJ::JOB::pan_up::1::${id}::SOLO`, '', '⬆️'),
      button(`MJ::JOB::pan_down::1::${id}::SOLO`, '', '⬇️'),
      button(`MJ::BOOKMARK::${id}`, '', '❤️'),
    ]
  }
  if (['DESCRIBE', 'SHORTEN', 'UPLOAD', 'SWAP_FACE'].includes(action)) return []
  return [
    ...[1, 2, 3, 4].map((at) => button(`MJ::JOB::upsample::${at}::${id}`, `U${at}`)),
    button(`MJ::JOB::reroll::0::${id}::SOLO`, '', '🔄'),
    ...[1, 2, 3, 4].map((at) => button(`MJ::JOB::variation::${at}::${id}`, `V${at}`)),
  ]
}

export interface MidjourneyOptions {
  /** Says that a job waits in its queue. */
  readonly queues?: boolean
  /** The free program: its pictures have no buttons. */
  readonly hasButtons?: boolean
}

export class MidjourneyStandIn {
  readonly tasks = new Map<string, DrawnTask>()
  readonly upstream: Upstream
  /** Answers the next submission instead of the proxy. */
  next: Reply | undefined
  /** Answers the next question about jobs instead of the proxy. */
  nextLook: Reply | undefined
  /** Answers the next request for a picture instead of the proxy. */
  nextPicture: Reply | undefined
  readonly #options: MidjourneyOptions
  #made = 0

  constructor(upstream: Upstream, options: MidjourneyOptions) {
    this.upstream = upstream
    this.#options = options
    upstream.script((request) => this.#answer(request))
  }

  get url(): string {
    return this.upstream.url
  }

  /** Bodies of the submissions so far, with the path each came by. */
  submissions(): readonly {
    readonly path: string
    readonly body: Readonly<Record<string, unknown>>
  }[] {
    return this.upstream.requests
      .filter(({ path }) => /\/(submit|insight-face)\//.test(path))
      .map(({ path, json: body }) => ({ path, body: body as Record<string, unknown> }))
  }

  move(id: string, patch: Partial<DrawnTask>): void {
    Object.assign(this.#task(id), patch)
  }

  draw(id: string, percent: number): void {
    const imageUrl = `${this.url}/pictures/${id}.png`
    const progress = `${percent}%`
    this.move(id, { status: 'IN_PROGRESS', progress, imageUrl, startTime: Date.now() })
  }

  finish(id: string, patch: Partial<DrawnTask> = {}): void {
    const { action } = this.#task(id)
    const { hasButtons = true } = this.#options
    this.move(id, {
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: `${this.url}/pictures/${id}.png`,
      finishTime: Date.now(),
      buttons: hasButtons ? buttonsOf(action, id) : [],
      properties: { finalPrompt: `${this.#task(id).prompt} --v 6.1` },
      ...patch,
    })
  }

  fail(id: string, failReason: string): void {
    this.move(id, { status: 'FAILURE', progress: '', failReason, finishTime: Date.now() })
  }

  /** The proxy has forgotten it, as after a restart. */
  forget(id: string): void {
    this.tasks.delete(id)
  }

  #task(id: string): DrawnTask {
    const task = this.tasks.get(id)
    if (task === undefined) throw new Error(`no job ${id}`)
    return task
  }

  #answer(request: RecordedRequest): Reply {
    const path = request.path.replace(/^\/(?:mj-)?(?:fast|relax|turbo)(?=\/mj\/)/, '')
    const seen = /^\/pictures\/(\w+)\.png$/.exec(path)?.[1]
    if (seen !== undefined) {
      const scripted = this.nextPicture
      this.nextPicture = undefined
      return scripted ?? pictureReply(seen)
    }
    if (request.headers['mj-api-secret'] !== MIDJOURNEY_SECRET) {
      return json({ code: 401, description: 'Unauthorized' }, { status: 401 })
    }
    const verb = /^\/mj\/(?:submit|insight-face)\/([\w-]+)$/.exec(path)?.[1]
    if (verb !== undefined) {
      const scripted = this.next
      this.next = undefined
      return scripted ?? this.#submit(verb, request)
    }
    return this.#look(path, request)
  }

  #look(path: string, request: RecordedRequest): Reply {
    const scripted = this.nextLook
    this.nextLook = undefined
    if (scripted !== undefined) return scripted
    if (path === '/mj/task/list-by-condition') {
      const { ids = [] } = (request.json ?? {}) as { ids?: readonly string[] }
      return json(ids.flatMap((id) => this.tasks.get(id) ?? []))
    }
    const [, id = '', act] = /^\/mj\/task\/(\w+)\/(fetch|image-seed|cancel)$/.exec(path) ?? []
    const task = this.tasks.get(id)
    if (task === undefined) return json({ error: 'Not Found' }, { status: 404 })
    if (act === 'image-seed') return json({ code: 1, description: '成功', result: '4169527843' })
    if (act === 'cancel') {
      this.fail(id, 'cancelled by the user')
      return json({ code: 1, description: '成功', result: id })
    }
    return json(task)
  }

  #submit(verb: string, request: RecordedRequest): Reply {
    const shape = BODIES[verb]
    if (shape === undefined) return json({ error: 'Not Found' }, { status: 404 })
    const unknown = unknownField(request.json, shape)
    if (unknown !== undefined) return json({ code: 4, description: `unknown field ${unknown}` })
    const body = (request.json ?? {}) as Readonly<Record<string, unknown>>
    if (verb === 'upload-discord-images') {
      const links = (body.base64Array as readonly string[]).map(
        (_, at) => `https://cdn.discordapp.com/ephemeral/${at}.png`,
      )
      return json({ code: 1, description: '成功', result: links, properties: {} })
    }
    if (verb === 'modal') return this.#modal(body)
    const action = actionOf(verb, body)
    if (action === undefined) return json({ code: 4, description: 'action参数错误' })
    const needs = verb === 'change' || verb === 'action' || verb === 'simple-change'
    const origin = needs ? this.tasks.get(originOf(body)) : undefined
    if (needs && origin?.status !== 'SUCCESS') {
      return json({ code: 3, description: '关联任务不存在或已失效' })
    }
    const id = this.#make(action, body, origin)
    if (action === 'INPAINT' || action === 'CUSTOM_ZOOM') {
      this.move(id, { status: 'MODAL' })
      const properties = { finalPrompt: origin?.prompt ?? '', remix: true }
      return json({ code: 21, description: 'Waiting for window confirm', result: id, properties })
    }
    const isQueued = this.#options.queues === true
    const description = isQueued ? '排队中，前面还有1个任务' : '提交成功'
    const properties = { discordInstanceId: '1118138338562560102' }
    return json({ code: isQueued ? 22 : 1, description, result: id, properties })
  }

  /** The window's job goes on under its own id. */
  #modal({ taskId, prompt, maskBase64 }: Readonly<Record<string, unknown>>): Reply {
    const task = this.tasks.get(String(taskId))
    if (task?.status !== 'MODAL') return json({ code: 3, description: '关联任务不存在或已失效' })
    Object.assign(task, {
      status: 'SUBMITTED',
      prompt: String(prompt ?? task.prompt),
      maskBase64: String(maskBase64 ?? ''),
    })
    return json({ code: 1, description: '提交成功', result: task.id, properties: {} })
  }

  #make(action: string, body: Readonly<Record<string, unknown>>, origin?: DrawnTask): string {
    this.#made += 1
    const id = `17128000000${String(this.#made).padStart(5, '0')}`
    const prompt = String(body.prompt ?? origin?.prompt ?? '')
    this.tasks.set(id, {
      id,
      action,
      prompt,
      promptEn: prompt,
      description: `/${action.toLowerCase()} ${prompt}`,
      state: String(body.state ?? ''),
      submitTime: Date.now(),
      startTime: 0,
      finishTime: 0,
      imageUrl: '',
      status: 'SUBMITTED',
      progress: '0%',
      failReason: '',
      buttons: [],
      properties: {},
      botType: String(body.botType ?? 'MID_JOURNEY'),
      maskBase64: '',
    })
    return id
  }
}

const BY_VERB: Readonly<Record<string, string>> = {
  imagine: 'IMAGINE',
  blend: 'BLEND',
  describe: 'DESCRIBE',
  shorten: 'SHORTEN',
  swap: 'SWAP_FACE',
}

/** What is written in the middle of a button's id, and what it does. */
const BY_BUTTON: readonly (readonly [part: RegExp, action: string])[] = [
  [/::upsample/, 'UPSCALE'],
  [/::low_variation/, 'LOW_VARIATION'],
  [/::high_variation/, 'HIGH_VARIATION'],
  [/::variation::/, 'VARIATION'],
  [/::pan_/, 'PAN'],
  [/::reroll::/, 'REROLL'],
  [/::Outpaint::/, 'ZOOM'],
  [/::CustomZoom::/, 'CUSTOM_ZOOM'],
  [/::Inpaint::/, 'INPAINT'],
]

function actionOf(
  verb: string,
  { action, customId, content }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (verb === 'change') return typeof action === 'string' ? action : undefined
  if (verb === 'simple-change') {
    const letter = / ([uvr])/i.exec(String(content))?.[1]?.toUpperCase()
    if (letter === 'U') return 'UPSCALE'
    return letter === 'V' ? 'VARIATION' : letter && 'REROLL'
  }
  if (verb === 'action') return BY_BUTTON.find(([part]) => part.test(String(customId)))?.[1]
  return BY_VERB[verb]
}

function originOf({ taskId, content }: Readonly<Record<string, unknown>>): string {
  return String(taskId ?? String(content).split(' ')[0])
}

function pictureReply(id: string): Reply {
  const body = picture(64, Number(id.slice(-3)) || 1)
  return { headers: { 'content-type': 'image/png' }, body }
}

export async function startMidjourney(options: MidjourneyOptions = {}): Promise<MidjourneyStandIn> {
  return new MidjourneyStandIn(await startUpstream(json({})), options)
}
