/**
 * A stand-in of Google's files, caches and batches, as its documentation has them: one account,
 * named in all its ids.
 */
import { fixture, json, type RecordedRequest, type Reply } from '../support/upstream'

type Kept = Record<string, unknown> & { name: string }

interface Upload {
  readonly file: Record<string, unknown>
  content: string
}

/** Where the vendor's own addresses lead, whatever address it was asked at. */
const HOST = 'https://generativelanguage.googleapis.com'
const ANSWER = fixture('gemini/chat-text.json')
const BATCH_TYPE = 'type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch'
const BATCH_VERBS: ReadonlySet<string> = new Set(['batchGenerateContent', 'asyncBatchEmbedContent'])
const DAY_MS = 86_400_000

const GONE = json(
  { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
  { status: 404 },
)

export class GoogleVendor {
  readonly objects = new Map<string, Kept>()
  readonly contents = new Map<string, string>()
  readonly uploads = new Map<string, Upload>()
  /** What every cache is said to have. */
  cachedTokens = 100_000
  readonly #account: string
  #made = 0

  constructor(account: string) {
    this.#account = account
  }

  nextName(noun: string): string {
    this.#made += 1
    return `${noun}/${this.#account}${this.#made}`
  }

  keepFile(file: Record<string, unknown>, content: string): Kept {
    const { name = this.nextName('files') } = file
    const kept: Kept = {
      ...file,
      name: String(name),
      uri: `${HOST}/v1beta/${name}`,
      sizeBytes: String(content.length),
      state: 'ACTIVE',
      source: 'UPLOADED',
      expirationTime: new Date(Date.UTC(2026, 0, 1) + 2 * DAY_MS).toISOString(),
    }
    this.objects.set(kept.name, kept)
    this.contents.set(kept.name, content)
    return kept
  }

  readonly answer = (request: RecordedRequest): Reply => {
    const { method, path } = request
    const url = new URL(path, 'http://vendor')
    if (url.pathname === '/upload/v1beta/files') return this.#upload(request, url.searchParams)
    const [, rest = ''] = /^\/v1beta\/(.*)$/.exec(url.pathname) ?? []
    const [name = '', verb = ''] = rest.split(':')
    if (method === 'POST' && name === 'cachedContents') return json(this.#cache(request))
    if (method === 'POST' && BATCH_VERBS.has(verb)) return json(this.#batch(request, name))
    if (method === 'POST' && name.startsWith('models/')) return json(JSON.parse(ANSWER))
    const object = this.objects.get(name)
    if (object === undefined) return GONE
    if (verb === 'download') {
      const headers = { 'content-type': 'application/octet-stream' }
      return { headers, body: this.contents.get(name) ?? '' }
    }
    if (method === 'PATCH') Object.assign(object, lifeOf(Object(request.json)))
    if (verb === 'cancel') {
      this.end(name, 'CANCELLED')
      return json({})
    }
    if (method === 'DELETE') {
      this.objects.delete(name)
      return json({})
    }
    return json(object)
  }

  /** `output` is `{inlinedResponses}` or `{responsesFile}`. */
  end(name: string, state: string, output?: object): void {
    const batch = this.objects.get(name)
    const metadata = { ...Object(batch?.metadata), state: `BATCH_STATE_${state}`, output }
    Object.assign(batch ?? {}, { metadata, done: true, ...(output && { response: output }) })
  }

  #cache({ json: body }: RecordedRequest): Kept {
    const { model, displayName } = Object(body)
    const usageMetadata = { totalTokenCount: this.cachedTokens }
    const life = lifeOf(Object(body))
    return this.#keep('cachedContents', { model, displayName, usageMetadata, ...life })
  }

  #batch({ json: body }: RecordedRequest, model: string): Kept {
    const { displayName } = Object(Object(body).batch)
    const metadata = { '@type': BATCH_TYPE, model, displayName, state: 'BATCH_STATE_PENDING' }
    return this.#keep('batches', { metadata })
  }

  #keep(noun: string, object: object): Kept {
    const kept: Kept = { ...object, name: this.nextName(noun) }
    this.objects.set(kept.name, kept)
    return kept
  }

  #upload(request: RecordedRequest, query: URLSearchParams): Reply {
    const { headers, bodyText } = request
    const id = query.get('upload_id')
    if (id === null && headers['x-goog-upload-protocol'] === 'multipart') {
      const [, metadata = '{}', content = ''] =
        /\r\n\r\n([\s\S]*?)\r\n--[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(bodyText) ?? []
      return json({ file: this.keepFile(JSON.parse(metadata).file ?? {}, content) })
    }
    if (id === null) return this.#begin(request)
    const upload = this.uploads.get(id)
    if (upload === undefined) return GONE
    const command = headers['x-goog-upload-command'] ?? ''
    if (command === 'query') {
      const received = String(upload.content.length)
      return standing('active', { 'x-goog-upload-size-received': received })
    }
    if (Number(headers['x-goog-upload-offset']) !== upload.content.length) return GONE
    upload.content += bodyText
    if (!command.includes('finalize')) return standing('active')
    const file = this.keepFile(upload.file, upload.content)
    return json({ file }, { headers: { 'x-goog-upload-status': 'final' } })
  }

  #begin({ headers, json: body }: RecordedRequest): Reply {
    this.#made += 1
    const id = `upload-of-${this.#account}${this.#made}`
    const file = { mimeType: headers['x-goog-upload-header-content-type'], ...Object(body).file }
    this.uploads.set(id, { file, content: '' })
    // As Google does where the key came in the address.
    const key = headers['x-goog-api-key'] ?? ''
    const address = `${HOST}/upload/v1beta/files?key=${key}&upload_id=${id}`
    return standing('active', { 'x-goog-upload-url': `${address}&upload_protocol=resumable` })
  }
}

function lifeOf({ ttl = '3600s', expireTime }: Record<string, string>): object {
  const now = Date.now()
  const end = expireTime ?? new Date(now + Number.parseFloat(ttl) * 1000).toISOString()
  return { createTime: new Date(now).toISOString(), expireTime: end }
}

function standing(status: string, more: Record<string, string> = {}): Reply {
  return { headers: { 'x-goog-upload-status': status, ...more }, body: '' }
}
