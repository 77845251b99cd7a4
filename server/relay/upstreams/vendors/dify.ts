/** Dify: files that come as bytes are handed in one by one, and then asked about by their ids. */
import { createHash } from 'node:crypto'
import { GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import type { AccountChannel, OpenVendor, VendorParts } from '../../call/channel/vendor'
import { readError } from '../../formats/dialects/dify/error'
import { UPLOADED } from '../../formats/dialects/dify/uploaded'
import { objectOf, objectsOf, parseObject, textOf } from '../../formats/dialects/json-fields'
import { connectionTo } from '../../net/connection-to'
import { exchange } from '../../net/exchange'
import type { JsonObject } from '../../wire/chat'
import { bearer } from '../lookup/channel-lookup'

const UPLOAD_PATH = '/v1/files/upload'
const MAX_ANSWER_BYTES = 64 * 1024

export const dify: OpenVendor = ({ upstream }) => ({
  prepareBody: ({ body, channel }) => {
    // Decided by the bytes, so that a question without files is not read again.
    if (body === null || !Buffer.from(body).includes(UPLOADED)) return undefined
    return withFiles(upstream, channel, parseObject(Buffer.from(body).toString()) ?? {})
  },
})

type Upstream = VendorParts['upstream']

async function withFiles(
  upstream: Upstream,
  channel: AccountChannel,
  body: JsonObject,
): Promise<string> {
  const user = textOf(body.user) ?? ''
  const files = await Promise.all(
    objectsOf(body.files).map(async (file) => {
      const bytes = objectOf(file.upload_file_id)
      if (bytes === undefined) return file
      return { ...file, upload_file_id: await upload(upstream, channel, { ...bytes, user }) }
    }),
  )
  return JSON.stringify(files.length === 0 ? body : { ...body, files })
}

/** What the app calls the file from now on. Throws `upstream.refused`. */
async function upload(
  upstream: Upstream,
  channel: AccountChannel,
  file: JsonObject,
): Promise<string> {
  const content = Buffer.from(textOf(file.base64) ?? '', 'base64')
  const boundary = createHash('sha256').update(content).digest('hex')
  const type = textOf(file.mediaType) ?? 'application/octet-stream'
  const name = (textOf(file.name) ?? `file.${extensionOf(type)}`).replace(/[^\w. -]/g, '_')
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="user"\r\n\r\n` +
    `${textOf(file.user) ?? ''}\r\n--${boundary}\r\n` +
    `Content-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    `Content-Type: ${type}\r\n\r\n`
  const answer = await exchange(
    upstream,
    {
      method: 'POST',
      url: channel.baseUrl + UPLOAD_PATH,
      headers: {
        ...bearer(channel.key),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'user-agent': 'gw',
      },
      body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      ...connectionTo(channel),
    },
    MAX_ANSWER_BYTES,
  )
  const { status, text } = answer
  if (status < 200 || status >= 300) throw new UpstreamError({ ...readError(status, text), status })
  const id = textOf(parseObject(text)?.id)
  if (id === undefined) throw new GatewayError('upstream.invalid_answer', { reason: 'no file id' })
  return id
}

/** File extension, from which Dify derives the kind of a file. */
function extensionOf(mediaType: string): string {
  const [kind = ''] = (mediaType.split('/')[1] ?? '').split(/[;+]/)
  return EXTENSIONS[kind] ?? (/^[a-z0-9]+$/.test(kind) ? kind : 'bin')
}

const EXTENSIONS: Readonly<Partial<Record<string, string>>> = {
  jpeg: 'jpg',
  mpeg: 'mp3',
  plain: 'txt',
  markdown: 'md',
  'x-wav': 'wav',
}
