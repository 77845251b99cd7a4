/** Logging in by a browser, perhaps on another machine (RFC 8628). */
import { hostname } from 'node:os'
import { DEVICE_ERRORS, DEVICE_GRANT } from '../../server/domain/accounts/device-codes'
import { ApiError } from '../../server/domain/api-calls/answer'
import type { Language } from '../../server/domain/i18n/translate'
import { isRecord } from '../../server/domain/json/records'
import { CommandFailure, EXIT } from '../exit'
import type { Words } from '../words'
import { sendTo } from './http'
import type { NewAccess } from './sign-in'

export interface DeviceLogin {
  readonly url: string
  readonly language: Language
  /** Everything that who lets it in may do, without. */
  readonly scopes: readonly string[] | undefined
  /** Shows the person where to go and what to type. */
  readonly show: (place: DevicePlace) => void
}

export interface DevicePlace {
  readonly address: string
  readonly code: string
  /** With the code in it. */
  readonly link: string
}

interface Codes extends DevicePlace {
  readonly deviceCode: string
  readonly expiresInS: number
  readonly intervalS: number
}

/** The default of RFC 8628 for the interval, and the step of `slow_down`. */
const STEP_S = 5
const LONGEST_INTERVAL_S = 60

/** `undefined` where the gateway has no such login. Throws `CommandFailure` and `ApiError`. */
export async function accessByDevice(login: DeviceLogin): Promise<NewAccess | undefined> {
  const codes = await begin(login)
  if (codes === undefined) return undefined
  login.show(codes)
  return await granted(login, codes)
}

async function begin({ url, language, scopes }: DeviceLogin): Promise<Codes | undefined> {
  const response = await post(url, language, {
    path: '/api/oauth/device/code',
    fields: {
      client_id: 'gw',
      device_name: hostname(),
      ...(scopes !== undefined && { scope: scopes.join(' ') }),
    },
  })
  const answer = await fieldsOf(response)
  const { device_code, user_code, verification_uri, verification_uri_complete } = answer
  if (typeof device_code === 'string' && typeof user_code === 'string') {
    const address = String(verification_uri)
    return {
      deviceCode: device_code,
      code: user_code,
      address,
      link: String(verification_uri_complete ?? address),
      expiresInS: numberIn(answer.expires_in, 600),
      intervalS: numberIn(answer.interval, STEP_S),
    }
  }
  if (typeof answer.error === 'string') throw refused(answer)
  // Older gateways, and others of the family, have nothing there, or their console.
  if (response.ok || response.status === 404 || response.status === 405) return undefined
  throw new ApiError(response.status, answer)
}

async function granted({ url, language }: DeviceLogin, codes: Codes): Promise<NewAccess> {
  const fields = { grant_type: DEVICE_GRANT, device_code: codes.deviceCode, client_id: 'gw' }
  let intervalS = codes.intervalS
  for (let waitedS = 0; waitedS < codes.expiresInS; waitedS += intervalS) {
    await Bun.sleep(intervalS * 1000)
    const path = '/api/oauth/device/token'
    const response = await post(url, language, { path, fields }).catch(() => undefined)
    const answer = response === undefined ? {} : await fieldsOf(response)
    const { access_token, user_id, error } = answer
    if (typeof access_token === 'string') {
      return { userId: numberIn(user_id, 0), accessToken: access_token, isNamed: true }
    }
    if (error === 'authorization_pending') continue
    if (typeof error === 'string' && error !== 'slow_down') throw refused(answer)
    // The gateway said `slow_down`, cannot be reached for a while, or is overloaded.
    intervalS = Math.min(intervalS + STEP_S, LONGEST_INTERVAL_S)
  }
  throw refused({ error: 'expired_token' })
}

const SAID: Readonly<Record<string, Words>> = {
  access_denied: 'the login was denied',
  expired_token: 'the code has expired; try again',
}

function refused({ error, error_description }: Readonly<Record<string, unknown>>): CommandFailure {
  const name = DEVICE_ERRORS.find((known) => known === error) ?? 'failed'
  const said = SAID[name] ?? String(error_description ?? error)
  const exitCode = name === 'access_denied' ? EXIT.notPermitted : EXIT.failure
  return new CommandFailure(`login.${name}`, said, { exitCode })
}

interface Form {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

async function post(url: string, language: Language, { path, fields }: Form): Promise<Response> {
  return await sendTo(url, {
    method: 'POST',
    address: path,
    headers: {
      'accept-language': language,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
}

/** Nothing of what is no JSON object. */
async function fieldsOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json().catch(() => undefined)
  return isRecord(body) ? body : {}
}

function numberIn(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}
