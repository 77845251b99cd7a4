import type { MediaSource } from '../../wire/chat'
import { invalid } from '../body-fields'

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/

/**
 * The parts of a data URL; any other text is taken as an address. Only the head is matched,
 * so that a large picture is not scanned.
 */
export function mediaSourceFromUrl(url: string, path: string): MediaSource {
  const match = DATA_URL.exec(url.slice(0, 256))
  if (match === null) {
    if (url.startsWith('data:')) throw invalid(path, 'reason.data_url')
    return { kind: 'url', url }
  }
  const payload = url.slice(match[0].length)
  const mediaType = match[1] || 'application/octet-stream'
  if (match[2]?.includes(';base64')) return { kind: 'base64', mediaType, base64: payload }
  return { kind: 'base64', mediaType, base64: base64OfPercentEncoded(payload, path) }
}

function base64OfPercentEncoded(payload: string, path: string): string {
  try {
    return Buffer.from(decodeURIComponent(payload)).toString('base64')
  } catch {
    throw invalid(path, 'reason.data_url')
  }
}
