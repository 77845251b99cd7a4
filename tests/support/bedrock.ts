/**
 * Amazon Bedrock for tests: judges signatures as Amazon does and frames streams as its runtime.
 * Made after the public documentation of Signature Version 4 and of its event streams; it shares
 * no code with the product, nor with the library that the product signs by.
 */
import { createHash, createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { json, type RecordedRequest, type Reply } from './upstream'

export interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly sessionToken?: string
}

/** Seconds by which a clock may differ from Amazon's. */
const TOLERANCE_SECONDS = 300
const UNRESERVED = /[A-Za-z0-9\-_.~]/

/** The refusal that Amazon would answer, or `undefined` for a request that is signed well. */
export function refusalOf(
  request: RecordedRequest,
  credentials: Credentials,
  nowMs: number,
): Reply | undefined {
  const { headers } = request
  const told = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', signedNames = '', signature] = told ?? []
  const [accessKey, day = '', region, service, ending] = credential.split('/')
  if (told === null) return refused(403, 'MissingAuthenticationTokenException', 'Missing token')
  if (accessKey !== credentials.accessKey) {
    const message = 'The security token included in the request is invalid.'
    return refused(403, 'UnrecognizedClientException', message)
  }
  const stamp = headers['x-amz-date'] ?? ''
  const isSame = region === credentials.region && service === 'bedrock' && ending === 'aws4_request'
  const signed = signedNames.split(';')
  const needed = ['host', 'x-amz-date']
  if (credentials.sessionToken !== undefined) needed.push('x-amz-security-token')
  const isCovered = needed.every((name) => signed.includes(name))
  const isTold = headers['x-amz-security-token'] === credentials.sessionToken
  const isTimely = stamp.startsWith(day) && ageSeconds(stamp, nowMs) <= TOLERANCE_SECONDS
  const scope = [day, region, service, ending].join('/')
  const wanted = sign(credentials, scope, [
    'AWS4-HMAC-SHA256',
    stamp,
    scope,
    canonical(request, signed),
  ])
  if (isSame && isCovered && isTold && isTimely && wanted === signature) return undefined
  return refused(403, 'InvalidSignatureException', 'The request signature does not match.')
}

/** A refusal as the runtime words it. */
export function refused(status: number, kind: string, message: string): Reply {
  const headers = { 'x-amzn-errortype': `${kind}:http://internal.amazon.com/coral/` }
  return json({ message }, { status, headers })
}

function ageSeconds(stamp: string, nowMs: number): number {
  const plain = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  return Math.abs(nowMs - Date.parse(plain)) / 1000
}

/** The path is encoded once more than it travels: that is how Amazon reads it. */
function canonical({ method, path, headers, bodyText }: RecordedRequest, signed: string[]): string {
  const [pathname = '', query = ''] = path.split('?')
  const lines = signed.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`,
  )
  const text = [
    method,
    pathname.split('/').map(encoded).join('/'),
    query.split('&').sort().join('&'),
    lines.join(''),
    signed.join(';'),
    sha256(bodyText),
  ].join('\n')
  return sha256(text)
}

function encoded(segment: string): string {
  return [...Buffer.from(segment)]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return UNRESERVED.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function sign({ secretKey }: Credentials, scope: string, lines: readonly string[]): string {
  let key: string | Buffer = `AWS4${secretKey}`
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A stream of these events; recorded as `event:` and `data:` lines, sent as Amazon's frames. */
export function awsStream(texts: readonly string[], rest: Reply = {}): Reply {
  const chunks = texts.join('').split('\n\n').filter(Boolean).map(eventFrame)
  const headers = { 'content-type': 'application/vnd.amazon.eventstream', ...rest.headers }
  return { ...rest, headers, chunks }
}

function eventFrame(block: string): Buffer {
  const [, name = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? []
  const [kind, exception] = name.split('/')
  return exception === undefined
    ? awsFrame(
        { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' },
        data,
      )
    : awsFrame({ ':exception-type': exception, ':message-type': kind ?? '' }, data)
}

const TEXT = 7

/** One frame with headers of text. */
export function awsFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const size = Buffer.alloc(2)
      size.writeUInt16BE(Buffer.byteLength(value))
      return Buffer.concat([
        Buffer.from([Buffer.byteLength(name)]),
        Buffer.from(name),
        Buffer.from([TEXT]),
        size,
        Buffer.from(value),
      ])
    }),
  )
  const body = Buffer.from(payload)
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(12 + head.length + body.length + 4, 0)
  prelude.writeUInt32BE(head.length, 4)
  const begun = Buffer.concat([prelude, checksum(prelude), head, body])
  return Buffer.concat([begun, checksum(begun)])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}
