/** Made after docs.dify.ai/en/api-reference: chat messages, workflows, completion messages. */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply } from '../upstream'

const FILES: Shape = [{ type: 'any', transfer_method: 'any', url: 'any', upload_file_id: 'any' }]
const COMMON: Shape = { inputs: 'any', response_mode: 'any', user: 'any', files: FILES }
const BODIES: Readonly<Record<string, Shape>> = {
  '/v1/chat-messages': {
    ...COMMON,
    query: 'any',
    conversation_id: 'any',
    auto_generate_name: 'any',
    workflow_id: 'any',
    trace_id: 'any',
  },
  '/v1/workflows/run': { ...COMMON, trace_id: 'any' },
  '/v1/completion-messages': COMMON,
}

const REQUIRED = ['inputs', 'response_mode', 'user']

/** What Dify answers to a request that is not as it documents it. */
export function refusalByDify(request: RecordedRequest, key: string): Reply | undefined {
  if (request.headers.authorization !== `Bearer ${key}`) {
    return refused(401, 'unauthorized', 'Access token is invalid')
  }
  if (request.path === '/v1/files/upload') return uploaded(request)
  const shape = BODIES[request.path]
  if (shape === undefined) return refused(404, 'not_found', request.path)
  const body = Object(request.json)
  const isNamed = ({ upload_file_id: id }: { upload_file_id?: unknown }) =>
    id === undefined || (typeof id === 'string' && id.startsWith('file-'))
  if (!(body.files ?? []).every(isNamed)) return refused(400, 'invalid_param', 'upload_file_id')
  const missing = REQUIRED.find((name) => !(name in body))
  const found = missing ?? unknownField(body, shape)
  if (found !== undefined) return refused(400, 'invalid_param', `${found}`)
  // Agents know no other way.
  if (body.response_mode !== 'streaming') return refused(400, 'invalid_param', 'response_mode')
  return undefined
}

export function refused(status: number, code: string, message: string): Reply {
  return json({ code, message, status }, { status })
}

/** Of the form only what the documentation names: a file, and whose it is. */
function uploaded({ headers, bodyText }: RecordedRequest): Reply {
  const [, boundary = ''] =
    /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? []
  const parts = bodyText.split(`--${boundary}`).slice(1, -1)
  const names = parts.map((part) => /name="(\w+)"/.exec(part)?.[1])
  if (names.join() !== 'user,file') return refused(400, 'no_file_uploaded', 'Please upload a file')
  const [, name = ''] = /filename="([^"]+)"/.exec(bodyText) ?? []
  if (!/\.(png|jpg|pdf|mp3|txt)$/.test(name)) {
    return refused(415, 'unsupported_file_type', 'File type not allowed.')
  }
  return json({ id: `file-${name}`, name }, { status: 201 })
}
