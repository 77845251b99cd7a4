/**
 * Made after the public documentation of "Signature v3" (tencentcloud.com/document/api) and of
 * ChatCompletions 2023-09-01; it shares no code with the product.
 */
import { createHash, createHmac } from 'node:crypto'
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply } from '../upstream'

const FUNCTION: Shape = { Name: 'any', Description: 'any', Parameters: 'any' }
const TOOL: Shape = { Type: 'any', Function: FUNCTION }
const BODY: Shape = {
  Model: 'any',
  Messages: [
    {
      Role: 'any',
      Content: 'any',
      Contents: [{ Type: 'any', Text: 'any', ImageUrl: { Url: 'any' } }],
      ToolCallId: 'any',
      ToolCalls: [
        { Id: 'any', Type: 'any', Function: { Name: 'any', Arguments: 'any' }, Index: 'any' },
      ],
    },
  ],
  Stream: 'any',
  StreamModeration: 'any',
  TopP: 'any',
  Temperature: 'any',
  EnableEnhancement: 'any',
  Tools: [TOOL],
  ToolChoice: 'any',
  CustomTool: TOOL,
  Seed: 'any',
  Stop: 'any',
  EnableThinking: 'any',
}

export interface TencentSecret {
  readonly secretId: string
  readonly secretKey: string
}

const TOLERANCE_SECONDS = 300

/** What Tencent's cloud answers to a request that is not signed or not made as it documents. */
export function refusalByTencent(
  request: RecordedRequest,
  { secretId, secretKey }: TencentSecret,
  nowMs: number,
): Reply | undefined {
  const { headers } = request
  const [, credential = '', names = '', signature] =
    /^TC3-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [id, day = '', service, ending] = credential.split('/')
  const seconds = Number(headers['x-tc-timestamp'])
  if (id !== secretId) return refused('AuthFailure.SecretIdNotFound', 'The SecretId is not found')
  if (headers['x-tc-action'] !== 'ChatCompletions' || headers['x-tc-version'] !== '2023-09-01') {
    return refused('InvalidAction', 'The action is not found')
  }
  if (Math.abs(seconds - nowMs / 1000) > TOLERANCE_SECONDS) {
    return refused('AuthFailure.SignatureExpire', 'The signature has expired')
  }
  const isSame = service === 'hunyuan' && ending === 'tc3_request'
  const isToday = new Date(seconds * 1000).toISOString().startsWith(day)
  const isCovered = ['content-type', 'host'].every((name) => names.split(';').includes(name))
  const wanted = sign(request, { secretKey, day, names: names.split(';') })
  if (!(isSame && isToday && isCovered && wanted === signature)) {
    return refused(
      'AuthFailure.SignatureFailure',
      'The provided credentials could not be validated',
    )
  }
  const found = unknownField(request.json, BODY)
  if (found === undefined) return undefined
  return refused('UnknownParameter', `The parameter \`${found}\` is not recognized.`)
}

export function refused(Code: string, Message: string): Reply {
  return json({ Response: { Error: { Code, Message }, RequestId: 'r-1' } })
}

interface Signing {
  readonly secretKey: string
  readonly day: string
  readonly names: readonly string[]
}

function sign(request: RecordedRequest, { secretKey, day, names }: Signing): string {
  const [path, query = ''] = request.path.split('?')
  const lines = names.map((name) => `${name}:${(request.headers[name] ?? '').toLowerCase()}\n`)
  const canonical = [
    request.method,
    path,
    query,
    lines.join(''),
    names.join(';'),
    sha256(request.bodyText),
  ].join('\n')
  const stamp = request.headers['x-tc-timestamp'] ?? ''
  const text = ['TC3-HMAC-SHA256', stamp, `${day}/hunyuan/tc3_request`, sha256(canonical)].join(
    '\n',
  )
  let key: string | Buffer = `TC3${secretKey}`
  for (const part of [day, 'hunyuan', 'tc3_request']) {
    key = createHmac('sha256', key).update(part).digest()
  }
  return createHmac('sha256', key).update(text).digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
