/** The lines above the value of a form's part. */

export interface PartHead {
  readonly name: string
  /** It has a file name, so that its value is a file's. */
  readonly isFile: boolean
}

/** A word, or text between quotation marks. */
const PARAMETER = /^;[ \t]*([\w*-]+)=(?:"((?:[^"\\\r\n]|\\.)*)"|([^\s;"]+))[ \t]*/
const FORM_DATA = /^form-data[ \t]*/i

/** Values that leave a text as it is. */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary'])

/** `undefined` for lines that two readers could understand in two ways. */
export function readPartHead(text: string): PartHead | undefined {
  let disposition: string | undefined
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    // A line that begins with a space goes on with the one before it, for some readers.
    if (colon <= 0 || /\s/.test(line.slice(0, colon)) || /[\r\n\0]/.test(line)) return undefined
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'content-transfer-encoding' && !PLAIN_ENCODINGS.has(value.toLowerCase())) {
      return undefined
    }
    if (name !== 'content-disposition') continue
    if (disposition !== undefined) return undefined
    disposition = value
  }
  return disposition === undefined ? undefined : readDisposition(disposition)
}

function readDisposition(text: string): PartHead | undefined {
  const begin = FORM_DATA.exec(text)
  if (begin === null) return undefined
  const parameters = new Map<string, string>()
  let rest = text.slice(begin[0].length)
  while (rest !== '') {
    const match = PARAMETER.exec(rest)
    const key = match?.[1]?.toLowerCase()
    if (match === null || key === undefined || parameters.has(key)) return undefined
    parameters.set(key, match[2] ?? match[3] ?? '')
    rest = rest.slice(match[0].length)
  }
  const name = parameters.get('name')
  const isPlain = name !== undefined && name !== '' && !name.includes('\\')
  if (!isPlain || parameters.has('name*')) return undefined
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') }
}
