/** Pictures that a client sends along, as providers want them. */
import type { FormPart } from './provider'

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/

interface Picture {
  readonly mediaType: string
  readonly base64: string
}

/** `undefined` for an address. */
function pictureIn(url: string): Picture | undefined {
  const match = DATA_URL.exec(url)
  if (match === null) return undefined
  return { mediaType: match[1] ?? 'image/png', base64: url.slice(match[0].length) }
}

/** `undefined` for an address. */
export function fileOf(url: string, name: string): FormPart | undefined {
  const picture = pictureIn(url)
  if (picture === undefined) return undefined
  const { mediaType: type, base64 } = picture
  const ending = type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'png'
  return { name: `${name}.${ending}`, bytes: Uint8Array.from(Buffer.from(base64, 'base64')), type }
}
