/** User names and passwords inside of addresses, and how such an address is shown. */

/** In the place of what is not shown; a form that sends it back means "unchanged". */
export const MASK = '***'

interface Credentials {
  readonly username: string
  readonly password: string
}

function credentialsOf(address: string): Credentials | undefined {
  const url = URL.parse(address)
  if (url === null || url.username + url.password === '') return undefined
  return { username: url.username, password: url.password }
}

export function hasCredentials(address: string): boolean {
  return credentialsOf(address) !== undefined
}

/** Whether it is an address as `maskedAddress` shows it, the secret left out. */
export function isMaskedAddress(address: string): boolean {
  const found = credentialsOf(address)
  return found !== undefined && (found.password || found.username) === MASK
}

/**
 * Without the password; without the user name if there is no password, because then it is the
 * secret. An address without either stays as it is.
 */
export function maskedAddress(address: string): string {
  const found = credentialsOf(address)
  if (found === undefined) return address
  return rewritten(address, found.password === '' ? MASK : `${found.username}:${MASK}`)
}

export function withoutCredentials(address: string): string {
  return hasCredentials(address) ? rewritten(address, '') : address
}

function rewritten(address: string, credentials: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const path = url.pathname === '/' ? '' : url.pathname
  return `${url.protocol}//${credentials}${credentials === '' ? '' : '@'}${url.host}${path}`
}

const IN_TEXT = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s"'\\/?#@]{1,500})@/gi

/** Any text, such as a message or JSON, with every address in it masked. */
export function maskedText(text: string): string {
  if (!text.includes('@')) return text
  return text.replace(IN_TEXT, (_, scheme: string, credentials: string) => {
    const colon = credentials.indexOf(':')
    return `${scheme}${colon < 1 ? MASK : `${credentials.slice(0, colon)}:${MASK}`}@`
  })
}
