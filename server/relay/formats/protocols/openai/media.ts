import { asString, invalid } from '../../../wire/body-fields'
import type { AudioPart, JsonObject, MediaSource } from '../../../wire/chat'

const AUDIO_TYPES: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg' }

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

/** A file's bytes: a data URL, or base64 alone, which is a PDF's. */
export function fileSource(text: string, path: string): MediaSource {
  return text.startsWith('data:')
    ? mediaSourceFromUrl(text, path)
    : { kind: 'base64', mediaType: 'application/pdf', base64: text }
}

/** Sound, whose format and bytes stand in `audio`. */
export function readAudio(audio: JsonObject, path: string): AudioPart {
  const format = asString(audio.format, `${path}.format`)
  const base64 = asString(audio.data, `${path}.data`)
  return { type: 'audio', mediaType: AUDIO_TYPES[format] ?? `audio/${format}`, base64 }
}
