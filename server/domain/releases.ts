/** Which release of this product is the newest, as a release address reports it. */
import { isRecord } from './json/records'

export interface Release {
  /** As it was written, such as v1.4.0. */
  readonly version: string
  /** Where it is described; "" for nowhere. */
  readonly page: string
}

const LONGEST = 60
const NUMBERED = /^v?\d+(\.\d+){1,3}([-+].*)?$/i

/** JSON of a code host (`tag_name`, `html_url`), of our own form, or the bare number. */
export function releaseIn(text: string): Release | undefined {
  const given = parsed(text)
  const [release] = Array.isArray(given) ? given : [given]
  if (!isRecord(release)) return released(text.trim(), '')
  const { tag_name, version, html_url, page } = release
  return released(String(tag_name ?? version ?? ''), String(html_url ?? page ?? ''))
}

function released(version: string, page: string): Release | undefined {
  if (version.length > LONGEST || !NUMBERED.test(version)) return undefined
  return { version, page: /^https?:\/\//i.test(page) && URL.canParse(page) ? page : '' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A release before the final one counts as older than it. */
export function isNewer(offered: string, own: string): boolean {
  const [there, here] = [partsOf(offered), partsOf(own)]
  for (let at = 0; at < Math.max(there.numbers.length, here.numbers.length); at += 1) {
    const difference = (there.numbers[at] ?? 0) - (here.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return here.isEarly && !there.isEarly
}

function partsOf(version: string) {
  const [core = '', early] = version
    .replace(/^v/i, '')
    .replace(/[+\s].*$/, '')
    .split(/-(.*)/)
  return { numbers: core.split('.').map(Number), isEarly: early !== undefined }
}
