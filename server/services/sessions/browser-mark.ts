/** Distinguishes browsers for rewards, where root bounds those: a cookie that says no more. */
import { ALPHANUMERIC } from '../../random'
import type { ServiceDeps } from '../service-deps'

const DAY_S = 24 * 3600
/** Browsers keep no cookie for longer. */
const LIFETIME_DAYS = 400
const LENGTH = 24
const COOKIE = /(?:^|;)\s*browser=([0-9A-Za-z]{24})(?=\s*(?:;|$))/

export interface BrowserMark {
  readonly mark: string
  /** Set-Cookie values for a browser that has none yet. */
  readonly cookies: readonly string[]
}

export function browserMark(
  { random }: Pick<ServiceDeps, 'random'>,
  { cookies: sent, isSecure }: { readonly cookies: string; readonly isSecure: boolean },
): BrowserMark {
  const known = COOKIE.exec(sent)?.[1]
  if (known !== undefined) return { mark: known, cookies: [] }
  const mark = random.text(LENGTH, ALPHANUMERIC)
  const attributes = [
    'HttpOnly',
    `Max-Age=${LIFETIME_DAYS * DAY_S}`,
    'Path=/api',
    // Sent as well when a login elsewhere leads back.
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ]
  return { mark, cookies: [`browser=${mark}; ${attributes.join('; ')}`] }
}
