/**
 * Google Cloud for tests: gives tokens for assertions that a service account has signed, and
 * answers only to those tokens. Made after the public documentation of service accounts (OAuth
 * 2.0, server to server); it shares no code with the product.
 */
import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { json, type RecordedRequest, type Reply } from './upstream'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const HOUR = 3600

/** One pair for all tests: making one takes long. */
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })

export interface ServiceAccount {
  readonly project_id: string
  readonly client_email: string
  readonly token_uri: string
}

/** The file that the console of Google Cloud hands out. */
export function accountFile(account: ServiceAccount): string {
  const private_key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const file = { type: 'service_account', private_key_id: 'key-1', private_key, ...account }
  return JSON.stringify(file, null, 2)
}

/** A key that belongs to nobody whom Google knows. */
export function strangersFile(account: ServiceAccount): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return JSON.stringify({
    type: 'service_account',
    private_key_id: 'key-1',
    private_key,
    ...account,
  })
}

export interface GoogleCloud {
  /** How many tokens were given. */
  readonly tokens: () => number
  /** For requests to the token's address, and to everything behind it. */
  readonly answer: (request: RecordedRequest, reply: Reply) => Reply
}

export interface CloudOptions {
  readonly account: ServiceAccount
  readonly nowMs: () => number
  /** Seconds that a token lasts. */
  readonly lifetime?: number
}

export function googleCloud({ account, nowMs, lifetime = HOUR }: CloudOptions): GoogleCloud {
  const given = new Map<string, number>()
  const grant = (request: RecordedRequest): Reply => {
    const problem = problemOf(request, { account, nowMs: nowMs(), publicKey: pair.publicKey })
    if (problem !== undefined) {
      return json({ error: 'invalid_grant', error_description: problem }, { status: 400 })
    }
    const token = `ya29.token-${given.size + 1}`
    given.set(token, nowMs() + lifetime * 1000)
    return json({ access_token: token, expires_in: lifetime, token_type: 'Bearer' })
  }
  return {
    tokens: () => given.size,
    answer: (request, reply) => {
      if (request.path === '/token') return grant(request)
      const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
      if ((given.get(token) ?? 0) > nowMs()) return reply
      const message = 'Request had invalid authentication credentials.'
      return json({ error: { code: 401, message, status: 'UNAUTHENTICATED' } }, { status: 401 })
    },
  }
}

interface Judge {
  readonly account: ServiceAccount
  readonly nowMs: number
  readonly publicKey: KeyObject
}

/** What Google would say against the assertion; `undefined` for nothing. */
function problemOf(request: RecordedRequest, { account, nowMs, publicKey }: Judge) {
  const form = new URLSearchParams(request.bodyText)
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  if (!isForm || form.get('grant_type') !== GRANT) return 'Bad request'
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const verifier = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  if (!verifier.verify(publicKey, signature, 'base64url')) return 'Invalid JWT Signature.'
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const told = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const seconds = nowMs / 1000
  const isTimely = told.iat <= seconds + 60 && told.exp > seconds && told.exp - told.iat <= HOUR
  if (!isTimely) return 'Invalid JWT: Token must be a short-lived token'
  const isWhole = header.alg === 'RS256' && header.kid === 'key-1' && told.scope === SCOPE
  const isOurs = told.iss === account.client_email && told.aud === account.token_uri
  return isWhole && isOurs ? undefined : 'Invalid JWT'
}
