/** A vendor that keeps what it is given, one per account; ids tell whose they are. */
import { json, type RecordedRequest, type Reply, sse } from '../support/upstream'

type Kept = Record<string, unknown> & { id: string }

export const USAGE = { input_tokens: 12, output_tokens: 9, total_tokens: 21 }

const GONE = json(
  { error: { message: 'No such object', type: 'invalid_request_error', param: 'id', code: null } },
  { status: 404 },
)

/** What is listed below an object. */
const LISTS: ReadonlySet<string> = new Set(['input_items', 'items', 'events'])

type Make = (vendor: KeepingVendor, body: Record<string, unknown>, text: string) => Kept

const MAKERS: Readonly<Record<string, Make>> = {
  responses: (vendor, { model }) => {
    const content = [{ type: 'output_text', text: 'four' }]
    const output = [{ id: vendor.nextId('msg'), type: 'message', role: 'assistant', content }]
    const plain = { object: 'response', status: 'completed', model, output, usage: USAGE }
    return vendor.keep('resp', { ...plain, ...vendor.response })
  },
  conversations: (vendor, { metadata = {} }) =>
    vendor.keep('conv', { object: 'conversation', metadata }),
  files: (vendor, _, text) => {
    const part = /filename=[^\r]*\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(text)
    const [, purpose = ''] = /name="purpose"\r\n\r\n([^\r]*)/.exec(text) ?? []
    const content = part?.[1] ?? ''
    const kept = vendor.keep('file', { object: 'file', bytes: content.length, purpose })
    vendor.contents.set(kept.id, content)
    return kept
  },
  uploads: (vendor) => vendor.keep('upload', { object: 'upload', status: 'pending' }),
  batches: (vendor, body) =>
    vendor.keep('batch', { object: 'batch', status: 'validating', ...body }),
  message_batches: (vendor) => {
    const begun = { processing_status: 'in_progress', results_url: null }
    return vendor.keep('msgbatch', { type: 'message_batch', ...begun })
  },
  jobs: (vendor, { model }) =>
    vendor.keep('ftjob', { object: 'fine_tuning.job', status: 'running', model }),
}

export class KeepingVendor {
  readonly objects = new Map<string, Kept>()
  readonly contents = new Map<string, string>()
  /** What a new response says beside the usual; 12 and 9 tokens, as in all recordings. */
  response: Record<string, unknown> = {}
  /** Answers of the next questions, before anything else is looked at. */
  readonly next: Reply[] = []
  readonly #name: string
  #made = 0

  /** `name` is in all its ids. */
  constructor(name: string) {
    this.#name = name
  }

  nextId(kind: string): string {
    this.#made += 1
    return `${kind}_${this.#name}_${this.#made}`
  }

  keep(kind: string, object: object): Kept {
    const kept = { ...object, id: this.nextId(kind) }
    this.objects.set(kept.id, kept)
    return kept
  }

  readonly answer = (request: RecordedRequest): Reply => this.next.shift() ?? this.#answer(request)

  #answer({ method, path, json: body, bodyText }: RecordedRequest): Reply {
    const url = new URL(path, 'http://vendor')
    const [noun = '', id = '', verb = ''] = partsOf(url.pathname)
    const make = MAKERS[noun]
    if (method === 'POST' && id === '' && make) return json(make(this, Object(body), bodyText))
    if (id === 'compact') return json(COMPACTED)
    const object = this.objects.get(id)
    if (object === undefined) return GONE
    if (method === 'DELETE' && verb === '') {
      this.objects.delete(id)
      return json({ id, object: `${noun}.deleted`, deleted: true })
    }
    if (verb === 'content' || verb === 'results') {
      const headers = { 'content-type': 'application/octet-stream' }
      return { headers, body: this.contents.get(id) ?? '' }
    }
    if (verb === 'cancel')
      Object.assign(object, { status: 'cancelled', processing_status: 'ended' })
    if (LISTS.has(verb)) return json({ object: 'list', data: [{ id: 'msg_in', from: id }] })
    if (url.searchParams.get('stream') !== 'true') return json(object)
    const after = url.searchParams.get('starting_after')
    return sse([streamOf(object, after === null ? 0 : Number(after) + 1)])
  }
}

const COMPACTED = {
  id: 'cmp_1',
  object: 'response.compaction',
  output: [{ id: 'x', type: 'compaction', encrypted_content: 'e' }],
  usage: USAGE,
}

/** Below the version; the nouns of two words in one. */
function partsOf(path: string): readonly string[] {
  return path
    .replace('/v1/', '')
    .replace('fine_tuning/jobs', 'jobs')
    .replace('messages/batches', 'message_batches')
    .split('/')
}

/** The events of a finished response, from one of them on. */
export function streamOf(response: object, from = 0): string {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  const output: readonly object[] = Object(response).output ?? []
  const events = [
    { type: 'response.created', response: begun },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response },
  ]
  const frames = events.map((event, sequence_number) => {
    return `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`
  })
  return frames.slice(from).join('')
}
