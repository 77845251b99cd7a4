/** A vendor that keeps what it is given, one per account; ids tell whose they are. */
import { json, type RecordedRequest, type Reply, sse } from '../support/upstream'

type Kept = Record<string, unknown> & { id: string }

export interface KeepingVendor {
  readonly answer: (request: RecordedRequest) => Reply
  readonly objects: Map<string, Kept>
  readonly contents: Map<string, string>
  /** What a new response says; 12 and 9 tokens, as in all recordings, unless changed. */
  response: Record<string, unknown>
  /** Answers of the next questions, before anything else is looked at. */
  readonly next: Reply[]
}

export const USAGE = { input_tokens: 12, output_tokens: 9, total_tokens: 21 }
const GONE = json(
  { error: { message: 'No such object', type: 'invalid_request_error', param: 'id', code: null } },
  { status: 404 },
)

/** `name` begins all its ids. */
export function keepingVendor(name: string): KeepingVendor {
  const objects = new Map<string, Kept>()
  const contents = new Map<string, string>()
  let made = 0
  const keep = (kind: string, object: object): Kept => {
    made += 1
    const kept = { ...object, id: `${kind}_${name}_${made}` }
    objects.set(kept.id, kept)
    return kept
  }
  const vendor: KeepingVendor = { answer, objects, contents, response: {}, next: [] }
  return vendor

  function answer({ method, path, json: body, bodyText }: RecordedRequest): Reply {
    const forced = vendor.next.shift()
    if (forced !== undefined) return forced
    const url = new URL(path, 'http://vendor')
    const [, , ...parts] = url.pathname.split('/')
    const [noun = '', id = '', verb = ''] = parts
      .join('/')
      .replace('fine_tuning/jobs', 'jobs')
      .replace('messages/batches', 'message_batches')
      .split('/')
    if (method === 'POST' && id === '') return json(create(noun, Object(body), bodyText))
    if (noun === 'responses' && id === 'compact') return json(compacted())
    const object = objects.get(id)
    if (object === undefined) return GONE
    if (method === 'DELETE' && verb === '') {
      objects.delete(id)
      return json({ id, object: `${noun}.deleted`, deleted: true })
    }
    if (verb === 'content')
      return {
        headers: { 'content-type': 'application/octet-stream' },
        body: contents.get(id) ?? '',
      }
    if (verb === 'results')
      return { headers: { 'content-type': 'application/x-jsonl' }, body: contents.get(id) ?? '' }
    if (verb === 'cancel')
      Object.assign(object, { status: 'cancelled', processing_status: 'ended' })
    if (verb === 'input_items' || verb === 'items' || verb === 'events')
      return json({ object: 'list', data: [{ id: 'msg_in', from: id }] })
    if (url.searchParams.get('stream') === 'true')
      return sse([streamOf(object, Number(url.searchParams.get('starting_after') ?? -1) + 1)])
    return json(object)
  }

  function create(noun: string, body: Record<string, unknown>, bodyText: string): Kept {
    const { model } = body
    if (noun === 'responses') {
      const output = [
        {
          id: `msg_${name}_${made + 1}`,
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'four' }],
        },
      ]
      const plain = { object: 'response', status: 'completed', model, output, usage: USAGE }
      return keep('resp', { ...plain, ...vendor.response })
    }
    if (noun === 'conversations')
      return keep('conv', { object: 'conversation', metadata: body.metadata ?? {} })
    if (noun === 'files') {
      const [, content = ''] =
        /filename=[^\r]*\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(bodyText) ?? []
      const [, purpose = ''] = /name="purpose"\r\n\r\n([^\r]*)/.exec(bodyText) ?? []
      const kept = keep('file', { object: 'file', bytes: content.length, purpose, filename: 'f' })
      contents.set(kept.id, content)
      return kept
    }
    if (noun === 'uploads') return keep('upload', { object: 'upload', status: 'pending' })
    if (noun === 'batches') return keep('batch', { object: 'batch', status: 'validating', ...body })
    if (noun === 'message_batches')
      return keep('msgbatch', {
        type: 'message_batch',
        processing_status: 'in_progress',
        results_url: null,
      })
    return keep('ftjob', { object: 'fine_tuning.job', status: 'running', model })
  }

  function compacted(): object {
    return {
      id: `cmp_${name}`,
      object: 'response.compaction',
      output: [{ id: 'x', type: 'compaction', encrypted_content: 'e' }],
      usage: USAGE,
    }
  }
}

/** The events of a finished response, from one of them on. */
export function streamOf(response: object, from = 0): string {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  const output = Object(response).output ?? []
  const events = [
    { type: 'response.created', response: begun },
    ...output.flatMap((item: object, output_index: number) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response },
  ]
  return events
    .map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    )
    .slice(from)
    .join('')
}
